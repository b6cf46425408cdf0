/** The most organizations that one user may own. Each has books, a clock and limits of its own. */
export const MOST_ORGS_OF_OWNER = 100;
/** The most reusable terminals of an organization. They cannot be deleted, so inactive ones count too. */
export const MOST_TERMINALS_OF_ORG = 1000;
