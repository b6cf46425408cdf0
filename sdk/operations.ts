// Made from docs/openapi.json by `npm run sdk:types`. Do not edit.

export const OPERATIONS = {
  /** Check that the service answers */
  getHealth: {"group":"health","method":"GET","path":"/health","query":[],"hasBody":false,"credentials":[],"list":null},
  /** Check that the process is alive */
  getLiveness: {"group":"health","method":"GET","path":"/livez","query":[],"hasBody":false,"credentials":[],"list":null},
  /** Mail a one-time code; the answer is the same for every address */
  requestCode: {"group":"signIn","method":"POST","path":"/auth/otp/request","query":[],"hasBody":true,"credentials":[],"list":null},
  /** Sign in with the mailed code; the first sign-in creates the user */
  verifyCode: {"group":"signIn","method":"POST","path":"/auth/otp/verify","query":[],"hasBody":true,"credentials":[],"list":null},
  /** End the sign-in with every token made from it, or all sign-ins of the user */
  signOut: {"group":"signIn","method":"POST","path":"/auth/signout","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** List the open sign-ins of the user, newest first; a sign-in has one row, whatever its tokens */
  listSessions: {"group":"signIn","method":"GET","path":"/me/sessions","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** End a sign-in of the user with every token made from it */
  endSession: {"group":"signIn","method":"DELETE","path":"/me/sessions/{id}","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Mail a code to the user that permits acts with live effect */
  requestFreshCode: {"group":"signIn","method":"POST","path":"/auth/fresh/request","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Enter the mailed code; the sign-in and all its tokens are fresh from then on, for a while */
  verifyFreshCode: {"group":"signIn","method":"POST","path":"/auth/fresh/verify","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Get a session token for an environment and an organization, or for the user as a consumer; the old token stays valid */
  setMode: {"group":"signIn","method":"POST","path":"/auth/mode","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Get the live eligibility of an organization, or of the user as a consumer */
  getLiveEligibility: {"group":"signIn","method":"GET","path":"/auth/live-eligibility","query":["org_id"],"hasBody":false,"credentials":["session"],"list":null},
  /** Get the signed-in user */
  getMe: {"group":"users","method":"GET","path":"/me","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Update name and country of the signed-in user; a verified country cannot change */
  updateMe: {"group":"users","method":"PATCH","path":"/me","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Export all data that is stored about the signed-in user, in both environments */
  exportMe: {"group":"users","method":"GET","path":"/me/export","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Create an organization; its creator becomes the owner */
  createOrg: {"group":"organizations","method":"POST","path":"/orgs","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** List the caller's organizations, each with the caller's role, newest first */
  listOrgs: {"group":"organizations","method":"GET","path":"/orgs","query":["limit","cursor"],"hasBody":false,"credentials":["session"],"list":"orgs"},
  /** Get an organization of the caller */
  getOrg: {"group":"organizations","method":"GET","path":"/orgs/{id}","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Rename an organization */
  updateOrg: {"group":"organizations","method":"PATCH","path":"/orgs/{id}","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** List the API calls of the organization in the caller's environment, newest first; kept for 30 days by default */
  listRequests: {"group":"organizations","method":"GET","path":"/orgs/{id}/requests","query":["limit","cursor","status","reason","request_id","route"],"hasBody":false,"credentials":["apiKey","session"],"list":"requests"},
  /** List who changed what in the organization, in both environments, newest first */
  listAudit: {"group":"organizations","method":"GET","path":"/orgs/{id}/audit","query":["limit","cursor","action"],"hasBody":false,"credentials":["session"],"list":"entries"},
  /** List the organization's members, newest first */
  listMembers: {"group":"members","method":"GET","path":"/orgs/{id}/members","query":["limit","cursor"],"hasBody":false,"credentials":["session"],"list":"members"},
  /** Add an existing user as a member, with a role up to your own */
  addMember: {"group":"members","method":"POST","path":"/orgs/{id}/members","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Change a member's role; old and new role are at most your own. Effective on the member's next call */
  updateMember: {"group":"members","method":"PATCH","path":"/orgs/{id}/members/{user_id}","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Remove a member and the pending invite for their address, effective on the member's next call. Any member may remove themselves */
  removeMember: {"group":"members","method":"DELETE","path":"/orgs/{id}/members/{user_id}","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** List the organization's invites, including ended ones, newest first */
  listInvites: {"group":"members","method":"GET","path":"/orgs/{id}/invites","query":["limit","cursor"],"hasBody":false,"credentials":["session"],"list":"invites"},
  /** Invite an e-mail address; its next sign-in joins. A repeat changes the role of the pending invite */
  createInvite: {"group":"members","method":"POST","path":"/orgs/{id}/invites","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Revoke a pending invite */
  revokeInvite: {"group":"members","method":"DELETE","path":"/orgs/{id}/invites/{invite_id}","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Create an API key; only this answer contains the raw key */
  createApiKey: {"group":"apiKeys","method":"POST","path":"/apikeys","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Verify an API key and get its organization */
  verifyApiKey: {"group":"apiKeys","method":"GET","path":"/apikeys/verify","query":[],"hasBody":false,"credentials":["apiKey"],"list":null},
  /** List the organization's API keys of both environments, including revoked ones, newest first */
  listApiKeys: {"group":"apiKeys","method":"GET","path":"/orgs/{id}/keys","query":["limit","cursor"],"hasBody":false,"credentials":["session"],"list":"keys"},
  /** Revoke an API key immediately; repeating it is safe */
  revokeApiKey: {"group":"apiKeys","method":"DELETE","path":"/orgs/{id}/keys/{key_id}","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Set the webhook URL; the secret is generated once and kept */
  putWebhook: {"group":"webhooks","method":"PUT","path":"/orgs/{id}/webhook","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Get the webhook URL and its health; never the secret */
  getWebhook: {"group":"webhooks","method":"GET","path":"/orgs/{id}/webhook","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Remove the webhook URL and its secret; answers when all waiting deliveries are canceled */
  deleteWebhook: {"group":"webhooks","method":"DELETE","path":"/orgs/{id}/webhook","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Rotate the secret; the previous one also signs, in `webhook-signature`, for 24 hours */
  rotateWebhookSecret: {"group":"webhooks","method":"POST","path":"/orgs/{id}/webhook/rotate","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** List the organization's webhook deliveries in the caller's environment, newest first */
  listDeliveries: {"group":"webhooks","method":"GET","path":"/orgs/{id}/webhook/deliveries","query":["limit","cursor","status","event"],"hasBody":false,"credentials":["apiKey","session"],"list":"deliveries"},
  /** Get a delivery with its body, its attempts and the time of the next one */
  getDelivery: {"group":"webhooks","method":"GET","path":"/orgs/{id}/webhook/deliveries/{delivery_id}","query":[],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** Resend a delivery immediately, under its own id; an ended one starts a new schedule of retries */
  resendDelivery: {"group":"webhooks","method":"POST","path":"/orgs/{id}/webhook/deliveries/{delivery_id}/resend","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Resend all deliveries of a status, at most 1000; `dry_run` only counts them */
  resendDeliveries: {"group":"webhooks","method":"POST","path":"/orgs/{id}/webhook/deliveries/resend","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Send a test event, `checkout.authorized` with made-up ids */
  testWebhook: {"group":"webhooks","method":"POST","path":"/orgs/{id}/webhook/test","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** List the organization's events in the caller's environment, oldest first, with or without a webhook; waits for the next one on request */
  listEvents: {"group":"webhooks","method":"GET","path":"/orgs/{id}/events","query":["limit","after","wait"],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** Recommend a product; a repeat activates the same entry again */
  addToBuyList: {"group":"buyList","method":"POST","path":"/buy-list","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** List the shopper's recommendations, newest first */
  listBuyList: {"group":"buyList","method":"GET","path":"/buy-list","query":["limit","cursor"],"hasBody":false,"credentials":["session"],"list":"entries"},
  /** Remove a product from the buy-list; earned cashback stays */
  removeFromBuyList: {"group":"buyList","method":"DELETE","path":"/buy-list/{id}","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Capture an authorized charge; repeating it is safe */
  captureCharge: {"group":"charges","method":"POST","path":"/charges/{auth_id}/capture","query":[],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** Release the hold of an authorized charge */
  voidCharge: {"group":"charges","method":"POST","path":"/charges/{auth_id}/void","query":[],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** Return a captured charge in full or in part; each call is a new return */
  returnCharge: {"group":"charges","method":"POST","path":"/charges/{auth_id}/return","query":[],"hasBody":true,"credentials":["apiKey","session"],"list":null},
  /** Get what a return would refund and cut now; nothing is written */
  previewReturn: {"group":"charges","method":"POST","path":"/charges/{auth_id}/return/preview","query":[],"hasBody":true,"credentials":["apiKey","session"],"list":null},
  /** Create a checkout; it supersedes the terminal's pending one */
  createCheckout: {"group":"checkouts","method":"POST","path":"/checkouts","query":[],"hasBody":true,"credentials":["apiKey"],"list":null},
  /** Get a checkout; waits for a change of its status on request */
  getCheckout: {"group":"checkouts","method":"GET","path":"/checkouts/{id}","query":["wait"],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** Authorize a checkout; this holds its total in the shopper's wallet for 7 days */
  authorizeCheckout: {"group":"checkouts","method":"POST","path":"/checkouts/{id}/authorize","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Create a reusable terminal for a counter or register */
  createTerminal: {"group":"terminals","method":"POST","path":"/terminals","query":[],"hasBody":true,"credentials":["apiKey","session"],"list":null},
  /** List the organization's terminals, newest first */
  listTerminals: {"group":"terminals","method":"GET","path":"/terminals","query":["limit","cursor","org_id","terminal_type"],"hasBody":false,"credentials":["session"],"list":"terminals"},
  /** Rename a terminal, or deactivate or activate it */
  updateTerminal: {"group":"terminals","method":"PATCH","path":"/terminals/{id}","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Get the active checkout of a terminal */
  getTerminalCheckout: {"group":"terminals","method":"GET","path":"/terminals/{id}/checkout","query":[],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** Get the shopper's wallets, one for each currency */
  getWallet: {"group":"wallet","method":"GET","path":"/wallet","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** List the movements in the shopper's wallets, newest first */
  listWalletEntries: {"group":"wallet","method":"GET","path":"/wallet/entries","query":["limit","cursor"],"hasBody":false,"credentials":["session"],"list":"entries"},
  /** Add test funds to the wallet */
  topUpSandboxWallet: {"group":"sandbox","method":"POST","path":"/sandbox/wallet/topup","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Get the time of the organization's sandbox clock */
  getSandboxClock: {"group":"sandbox","method":"GET","path":"/sandbox/clock","query":["org_id"],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** List what falls due next by the sandbox clock, soonest first */
  listSandboxDue: {"group":"sandbox","method":"GET","path":"/sandbox/clock/due","query":["org_id"],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** Advance the organization's sandbox clock; answers when everything that fell due has been done */
  advanceSandboxClock: {"group":"sandbox","method":"POST","path":"/sandbox/clock/advance","query":[],"hasBody":true,"credentials":["apiKey","session"],"list":null},
  /** List the shopper's cashback awards, newest first */
  listCashback: {"group":"cashback","method":"GET","path":"/cashback","query":["limit","cursor","status"],"hasBody":false,"credentials":["session"],"list":"awards"},
  /** Start the verification (KYB) of a business, or continue the open one */
  startKyb: {"group":"compliance","method":"POST","path":"/compliance/kyb/start","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Get the verification status (KYB) of a business */
  getKyb: {"group":"compliance","method":"GET","path":"/compliance/kyb","query":["org_id"],"hasBody":false,"credentials":["session"],"list":null},
  /** Start the verification (KYC) of the signed-in user, or continue the open one; approval sets the user's country */
  startKyc: {"group":"compliance","method":"POST","path":"/compliance/kyc/start","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Get the verification status (KYC) of the signed-in user */
  getKyc: {"group":"compliance","method":"GET","path":"/compliance/kyc","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Register a bank destination in the UK, the EU or the EEA */
  registerIban: {"group":"payouts","method":"POST","path":"/bank/payout-iban","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Register a bank destination in the United States */
  registerAch: {"group":"payouts","method":"POST","path":"/bank/payout-ach","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** List the organization's bank destinations, newest first */
  listCounterparties: {"group":"payouts","method":"GET","path":"/bank/counterparties","query":["limit","cursor","org_id"],"hasBody":false,"credentials":["session"],"list":"counterparties"},
  /** Approve a live bank destination that somebody else registered, so that its hold ends */
  approveCounterparty: {"group":"payouts","method":"POST","path":"/bank/counterparties/{id}/approve","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Disable a bank destination: no payout goes to it any more */
  disableCounterparty: {"group":"payouts","method":"DELETE","path":"/bank/counterparties/{id}","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Create a payout from the merchant's balance to its bank destination for this country and currency */
  createPayout: {"group":"payouts","method":"POST","path":"/payouts","query":[],"hasBody":true,"credentials":["apiKey","session"],"list":null},
  /** List the organization's payouts, newest first */
  listPayouts: {"group":"payouts","method":"GET","path":"/payouts","query":["limit","cursor","org_id"],"hasBody":false,"credentials":["session"],"list":"payouts"},
  /** Get a payout with its history and its next step */
  getPayout: {"group":"payouts","method":"GET","path":"/payouts/{id}","query":[],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** Settle a pending sandbox payout now instead of a day after its creation */
  settleSandboxPayout: {"group":"sandbox","method":"POST","path":"/sandbox/payouts/{id}/settle","query":[],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** Return a settled sandbox payout */
  returnSandboxPayout: {"group":"sandbox","method":"POST","path":"/sandbox/payouts/{id}/return","query":[],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** Fail a pending sandbox payout */
  failSandboxPayout: {"group":"sandbox","method":"POST","path":"/sandbox/payouts/{id}/fail","query":[],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** Set a merchant's fee and recommender share, from the next capture on */
  setPricing: {"group":"operator","method":"PATCH","path":"/operator/orgs/{id}/pricing","query":[],"hasBody":true,"credentials":["operator"],"list":null},
  /** Set a country's bounds of the recommender share, and open or close live there */
  putCountry: {"group":"operator","method":"PUT","path":"/operator/countries/{cc}","query":[],"hasBody":true,"credentials":["operator"],"list":null},
  /** Set a business's verification status; effective on the next live capture or payout */
  setKyb: {"group":"operator","method":"POST","path":"/operator/orgs/{id}/kyb","query":[],"hasBody":true,"credentials":["operator"],"list":null},
  /** Set a consumer's verification status; effective on the next live payment */
  setKyc: {"group":"operator","method":"POST","path":"/operator/users/{id}/kyc","query":[],"hasBody":true,"credentials":["operator"],"list":null},
  /** Erase the personal data of a person; the books stay, under a pseudonym */
  eraseUser: {"group":"operator","method":"POST","path":"/operator/users/{id}/erase","query":[],"hasBody":true,"credentials":["operator"],"list":null},
  /** Suspend an organization: it opens, authorizes, captures and pays out nothing */
  suspendOrg: {"group":"operator","method":"POST","path":"/operator/orgs/{id}/suspend","query":[],"hasBody":true,"credentials":["operator"],"list":null},
  /** End the suspension of an organization */
  resumeOrg: {"group":"operator","method":"POST","path":"/operator/orgs/{id}/resume","query":[],"hasBody":true,"credentials":["operator"],"list":null},
  /** End every sign-in of a user, with all tokens made from them */
  endSessionsOfUser: {"group":"operator","method":"POST","path":"/operator/users/{id}/end-sessions","query":[],"hasBody":true,"credentials":["operator"],"list":null},
  /** Revoke an API key of any organization */
  revokeKeyOfOrg: {"group":"operator","method":"POST","path":"/operator/keys/{id}/revoke","query":[],"hasBody":true,"credentials":["operator"],"list":null},
  /** List the decisions of monitoring and screening, newest first */
  listComplianceRecords: {"group":"operator","method":"GET","path":"/operator/compliance/records","query":["limit","cursor"],"hasBody":false,"credentials":["operator"],"list":"records"},
  /** Run every integrity check and count its violations, all in one snapshot */
  checkIntegrity: {"group":"operator","method":"GET","path":"/operator/integrity","query":[],"hasBody":false,"credentials":["operator"],"list":null},
  /** Find any object, call or workflow by its id, with its workflow and the objects that belong to it */
  findObject: {"group":"operator","method":"GET","path":"/operator/find","query":["id"],"hasBody":false,"credentials":["operator"],"list":null},
  /** List the screening cases, newest first: payees whose names resemble an entry of a sanctions list */
  listScreeningCases: {"group":"operator","method":"GET","path":"/operator/screening/cases","query":["limit","cursor","status"],"hasBody":false,"credentials":["operator"],"list":"cases"},
  /** Clear a screening case; it no longer blocks payouts to the payee */
  clearScreeningCase: {"group":"operator","method":"POST","path":"/operator/screening/cases/{id}/clear","query":[],"hasBody":true,"credentials":["operator"],"list":null},
  /** List the differences between the books and the bank's list, newest first */
  listBankBreaks: {"group":"operator","method":"GET","path":"/operator/bank/breaks","query":["limit","cursor","status"],"hasBody":false,"credentials":["operator"],"list":"breaks"},
  /** List the money of the bank that belongs to no party yet, newest first */
  listSuspenseCases: {"group":"operator","method":"GET","path":"/operator/suspense","query":["limit","cursor","status"],"hasBody":false,"credentials":["operator"],"list":"cases"},
  /** Propose to give the money of a suspense case to an organization or a shopper */
  assignSuspenseCase: {"group":"operator","method":"POST","path":"/operator/suspense/{id}/assign","query":[],"hasBody":true,"credentials":["operator"],"list":null},
  /** List the adjustments with the operators who proposed, approved or withdrew them, newest first */
  listAdjustments: {"group":"operator","method":"GET","path":"/operator/adjustments","query":["limit","cursor","status"],"hasBody":false,"credentials":["operator"],"list":"adjustments"},
  /** Propose to change the balance of an organization or of a wallet; another operator approves it */
  proposeAdjustment: {"group":"operator","method":"POST","path":"/operator/adjustments","query":[],"hasBody":true,"credentials":["operator"],"list":null},
  /** Approve what another operator proposed; the money moves at once */
  approveAdjustment: {"group":"operator","method":"POST","path":"/operator/adjustments/{id}/approve","query":[],"hasBody":false,"credentials":["operator"],"list":null},
  /** Withdraw a proposal that was a mistake; it can no longer be approved */
  withdrawAdjustment: {"group":"operator","method":"POST","path":"/operator/adjustments/{id}/withdraw","query":[],"hasBody":true,"credentials":["operator"],"list":null},
  /** List the live payouts that wait for an operator, because the bank gives no final word, newest first */
  listStuckPayouts: {"group":"operator","method":"GET","path":"/operator/payouts/stuck","query":["limit","cursor"],"hasBody":false,"credentials":["operator"],"list":"payouts"},
  /** End a stuck payout as the bank told an operator: settled, or never sent */
  resolvePayout: {"group":"operator","method":"POST","path":"/operator/payouts/{id}/resolve","query":[],"hasBody":true,"credentials":["operator"],"list":null},
  /** List the organization's sales in the caller's environment, newest first */
  listSales: {"group":"sales","method":"GET","path":"/orgs/{id}/sales","query":["limit","cursor","from","to","format","status","order_id","statuses"],"hasBody":false,"credentials":["apiKey","session"],"list":"sales"},
  /** Get the organization's sales of each day in a currency, oldest first */
  listSalesDays: {"group":"sales","method":"GET","path":"/orgs/{id}/sales/daily","query":["from","to","currency"],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** Get a sale with its items and its authorization */
  getSale: {"group":"sales","method":"GET","path":"/sales/{id}","query":[],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** Get the captured volume and the funded cashback, by currency */
  getCashbackSummary: {"group":"sales","method":"GET","path":"/orgs/{id}/cashback/summary","query":[],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** Get the organization's balance, by currency */
  getBalance: {"group":"sales","method":"GET","path":"/orgs/{id}/balance","query":[],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** List the movements of the organization's balance in a currency, newest first */
  listBalanceEntries: {"group":"books","method":"GET","path":"/orgs/{id}/balance/entries","query":["limit","cursor","from","to","currency"],"hasBody":false,"credentials":["apiKey","session"],"list":"entries"},
  /** Get a month's statement of the organization's balance in a currency */
  getStatement: {"group":"books","method":"GET","path":"/orgs/{id}/statements/{month}","query":["currency","format"],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** List the organization's returns in the caller's environment, newest first */
  listReturns: {"group":"books","method":"GET","path":"/orgs/{id}/returns","query":["limit","cursor","from","to"],"hasBody":false,"credentials":["apiKey","session"],"list":"returns"},
  /** Get the timeline of a charge: its past steps with their callers, and its next ones */
  getChargeTimeline: {"group":"charges","method":"GET","path":"/charges/{auth_id}/timeline","query":[],"hasBody":false,"credentials":["apiKey","session"],"list":null},
} as const;
