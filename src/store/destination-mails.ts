import { statement, statementOne } from './statement.ts';

/** Lists the owners, admins and finance members of a destination's org. */
export const destinationReaders = statement<{ counterpartyId: string }, { userId: string }>(
  'destination_readers',
  `select m.user_id from counterparties c join members m on m.org_id = c.org_id
   where c.id = :counterpartyId and m.status = 'ACTIVE' and m.role in ('owner', 'admin', 'finance')
   order by m.user_id`,
);

/** Lists new live destinations whose mails have not been started. */
export const findUnmailedDestinations = statement<{ limit: number }, { counterpartyId: string }>(
  'find_unmailed_destinations',
  `select id as counterparty_id from counterparties where mail_due order by id limit :limit`,
);

/** Marks destinations whose mails have been started. */
export const markDestinationsMailed = statement<{ counterpartyIds: string[] }, never>(
  'mark_destinations_mailed',
  `update counterparties set mail_due = false where id = any (:counterpartyIds::uuid[])`,
);

/** The facts of the mail about a new destination, and its recipient. */
export interface DestinationMailRow {
  readonly counterpartyId: string;
  readonly email: string;
  readonly org: string;
  readonly holder: string;
  readonly accountMasked: string;
  readonly countryCode: string;
  readonly currency: string;
  readonly status: 'ACTIVE' | 'HELD' | 'DISABLED';
  readonly heldUntil: Date | null;
  /** The e-mail of the member who registered it. */
  readonly registrant: string;
}

/** Reads the facts of the mail, while the user is an owner, admin or finance member of the org. */
export const findDestinationMail = statementOne<
  { counterpartyId: string; userId: string },
  DestinationMailRow
>(
  'find_destination_mail',
  `select c.id as counterparty_id, u.email, o.name as org, c.name as holder, c.account_masked,
          c.country_code, c.currency, destination_status(c) as status, c.held_until,
          coalesce(r.email, c.created_by) as registrant
   from counterparties c
   join orgs o on o.id = c.org_id
   join members m on m.org_id = c.org_id and m.user_id = :userId and m.status = 'ACTIVE'
     and m.role in ('owner', 'admin', 'finance')
   join users u on u.id = m.user_id
   left join users r on 'user:' || r.id = c.created_by
   where c.id = :counterpartyId and c.name_match is not null`,
);
