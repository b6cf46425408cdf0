// Made from docs/openapi.json by `npm run sdk:types`. Do not edit.

export const OPERATIONS = {
  /** The service answers */
  getHealth: {"group":"health","method":"GET","path":"/health","query":[],"hasBody":false,"credentials":[],"list":null},
  /** The process answers; do not restart it */
  getLiveness: {"group":"health","method":"GET","path":"/livez","query":[],"hasBody":false,"credentials":[],"list":null},
  /** PostgreSQL and Temporal answer too; send traffic here */
  getReadiness: {"group":"health","method":"GET","path":"/readyz","query":[],"hasBody":false,"credentials":[],"list":null},
  /** Have a one-time code mailed; the answer is the same for every address */
  requestCode: {"group":"signIn","method":"POST","path":"/auth/otp/request","query":[],"hasBody":true,"credentials":[],"list":null},
  /** Sign in with the mailed code; the first time makes the user */
  verifyCode: {"group":"signIn","method":"POST","path":"/auth/otp/verify","query":[],"hasBody":true,"credentials":[],"list":null},
  /** End the session */
  signOut: {"group":"signIn","method":"POST","path":"/auth/signout","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** A fresh token for an environment and an organization; without one, for the user as a consumer. The old token stays */
  setMode: {"group":"signIn","method":"POST","path":"/auth/mode","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** What keeps an organization from live; without one, what keeps the user from it as a consumer */
  getLiveEligibility: {"group":"signIn","method":"GET","path":"/auth/live-eligibility","query":["org_id"],"hasBody":false,"credentials":["session"],"list":null},
  /** The signed-in user */
  getMe: {"group":"users","method":"GET","path":"/me","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Change name and country; what is absent stays, and so does a country that was verified */
  updateMe: {"group":"users","method":"PATCH","path":"/me","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Open an organization; its creator is the owner */
  createOrg: {"group":"organizations","method":"POST","path":"/orgs","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** The caller's organizations with their role in each, newest first */
  listOrgs: {"group":"organizations","method":"GET","path":"/orgs","query":["limit","cursor"],"hasBody":false,"credentials":["session"],"list":"orgs"},
  /** An organization of the caller */
  getOrg: {"group":"organizations","method":"GET","path":"/orgs/{id}","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Rename an organization */
  updateOrg: {"group":"organizations","method":"PATCH","path":"/orgs/{id}","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** What was asked on the org's behalf in the caller's environment, newest first, kept for 30 days */
  listRequests: {"group":"organizations","method":"GET","path":"/orgs/{id}/requests","query":["limit","cursor","status","reason","request_id","route"],"hasBody":false,"credentials":["apiKey","session"],"list":"requests"},
  /** Who belongs to the organization, newest first */
  listMembers: {"group":"members","method":"GET","path":"/orgs/{id}/members","query":["limit","cursor"],"hasBody":false,"credentials":["session"],"list":"members"},
  /** Make an existing user a member, in a role up to your own */
  addMember: {"group":"members","method":"POST","path":"/orgs/{id}/members","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Change a member's role, both the old and the new up to your own; it acts on their next call */
  updateMember: {"group":"members","method":"PATCH","path":"/orgs/{id}/members/{user_id}","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Remove a member, and the invite that waits for their address; it acts on their next call */
  removeMember: {"group":"members","method":"DELETE","path":"/orgs/{id}/members/{user_id}","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** The organization's invites, ended ones too, newest first */
  listInvites: {"group":"members","method":"GET","path":"/orgs/{id}/invites","query":["limit","cursor"],"hasBody":false,"credentials":["session"],"list":"invites"},
  /** Invite an e-mail address: its next sign-in joins. Again for the same address changes the role of the invite that waits */
  createInvite: {"group":"members","method":"POST","path":"/orgs/{id}/invites","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Revoke an invite that waits */
  revokeInvite: {"group":"members","method":"DELETE","path":"/orgs/{id}/invites/{invite_id}","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Issue a key; the raw key is in this answer and nowhere else */
  createApiKey: {"group":"apiKeys","method":"POST","path":"/apikeys","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Whose key this is */
  verifyApiKey: {"group":"apiKeys","method":"GET","path":"/apikeys/verify","query":[],"hasBody":false,"credentials":["apiKey"],"list":null},
  /** The organization's keys of both environments, revoked ones too, newest first */
  listApiKeys: {"group":"apiKeys","method":"GET","path":"/orgs/{id}/keys","query":["limit","cursor"],"hasBody":false,"credentials":["session"],"list":"keys"},
  /** Revoke a key at once; again is harmless */
  revokeApiKey: {"group":"apiKeys","method":"DELETE","path":"/orgs/{id}/keys/{key_id}","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Set the URL that events are sent to; the secret is made once and kept */
  putWebhook: {"group":"webhooks","method":"PUT","path":"/orgs/{id}/webhook","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** The URL that events are sent to, and how it fares; never the secret */
  getWebhook: {"group":"webhooks","method":"GET","path":"/orgs/{id}/webhook","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Remove URL and secret: nothing more is sent. Answered once all deliveries that wait are canceled */
  deleteWebhook: {"group":"webhooks","method":"DELETE","path":"/orgs/{id}/webhook","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Make a new secret; the one before signs beside it, in `webhook-signature`, for 24 hours */
  rotateWebhookSecret: {"group":"webhooks","method":"POST","path":"/orgs/{id}/webhook/rotate","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** The log of the org's deliveries in the caller's environment, newest first */
  listDeliveries: {"group":"webhooks","method":"GET","path":"/orgs/{id}/webhook/deliveries","query":["limit","cursor","status","event"],"hasBody":false,"credentials":["apiKey","session"],"list":"deliveries"},
  /** A delivery with the text that is sent, its attempts and the time of the next */
  getDelivery: {"group":"webhooks","method":"GET","path":"/orgs/{id}/webhook/deliveries/{delivery_id}","query":[],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** Send a delivery once more at once, under its own id. One that has ended begins a new ladder of retries */
  resendDelivery: {"group":"webhooks","method":"POST","path":"/orgs/{id}/webhook/deliveries/{delivery_id}/resend","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Resend all deliveries of a status, 1000 at most; `dry_run` says how many there are */
  resendDeliveries: {"group":"webhooks","method":"POST","path":"/orgs/{id}/webhook/deliveries/resend","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Send a `checkout.authorized` with made-up ids, marked as a test in the log */
  testWebhook: {"group":"webhooks","method":"POST","path":"/orgs/{id}/webhook/test","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Recommend a product; again for the same product gives the same entry, active again */
  addToBuyList: {"group":"buyList","method":"POST","path":"/buy-list","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** The shopper's entries, newest first */
  listBuyList: {"group":"buyList","method":"GET","path":"/buy-list","query":["limit","cursor"],"hasBody":false,"credentials":["session"],"list":"entries"},
  /** Take a product off the list; cashback earned so far stays */
  removeFromBuyList: {"group":"buyList","method":"DELETE","path":"/buy-list/{id}","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Move the money of an authorized charge; repeating it is safe */
  captureCharge: {"group":"charges","method":"POST","path":"/charges/{auth_id}/capture","query":[],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** Release the hold of an authorized charge */
  voidCharge: {"group":"charges","method":"POST","path":"/charges/{id}/void","query":[],"hasBody":false,"credentials":["apiKey"],"list":null},
  /** Refund all that is left of a captured charge, or some of it; each call is a new return */
  returnCharge: {"group":"charges","method":"POST","path":"/charges/{id}/return","query":[],"hasBody":true,"credentials":["apiKey"],"list":null},
  /** Create a checkout for a cart; the terminal's pending one is superseded */
  createCheckout: {"group":"checkouts","method":"POST","path":"/checkouts","query":[],"hasBody":true,"credentials":["apiKey"],"list":null},
  /** A checkout in full */
  getCheckout: {"group":"checkouts","method":"GET","path":"/checkouts/{id}","query":[],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** Hold the checkout's total on the shopper's wallet for 7 days */
  authorizeCheckout: {"group":"checkouts","method":"POST","path":"/checkouts/{id}/authorize","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Create a reusable terminal for a counter or register */
  createTerminal: {"group":"terminals","method":"POST","path":"/terminals","query":[],"hasBody":true,"credentials":["apiKey","session"],"list":null},
  /** List the org's terminals, newest first */
  listTerminals: {"group":"terminals","method":"GET","path":"/terminals","query":["limit","cursor","org_id","terminal_type"],"hasBody":false,"credentials":["session"],"list":"terminals"},
  /** Rename a terminal, or take it out of service and back */
  updateTerminal: {"group":"terminals","method":"PATCH","path":"/terminals/{id}","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** The checkout that waits on this terminal for a shopper */
  getTerminalCheckout: {"group":"terminals","method":"GET","path":"/terminals/{id}/checkout","query":[],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** The shopper's wallets, one a currency */
  getWallet: {"group":"wallet","method":"GET","path":"/wallet","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** What moved in the shopper's wallets, newest first */
  listWalletEntries: {"group":"wallet","method":"GET","path":"/wallet/entries","query":["limit","cursor"],"hasBody":false,"credentials":["session"],"list":"entries"},
  /** Put test funds into the wallet */
  topUpSandboxWallet: {"group":"sandbox","method":"POST","path":"/sandbox/wallet/topup","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** The time in the org's sandbox */
  getSandboxClock: {"group":"sandbox","method":"GET","path":"/sandbox/clock","query":["org_id"],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** Move the clock of the org's sandbox forwards; answers when all that fell due has been done */
  advanceSandboxClock: {"group":"sandbox","method":"POST","path":"/sandbox/clock/advance","query":[],"hasBody":true,"credentials":["apiKey","session"],"list":null},
  /** The shopper's cashback, newest first */
  listCashback: {"group":"cashback","method":"GET","path":"/cashback","query":["limit","cursor","status"],"hasBody":false,"credentials":["session"],"list":"awards"},
  /** Start the verification of a business, or go on with the one that is open */
  startKyb: {"group":"compliance","method":"POST","path":"/compliance/kyb/start","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** How the verification of a business stands */
  getKyb: {"group":"compliance","method":"GET","path":"/compliance/kyb","query":["org_id"],"hasBody":false,"credentials":["session"],"list":null},
  /** Start the verification of the signed-in user, or go on with the one that is open; approval sets the user's country */
  startKyc: {"group":"compliance","method":"POST","path":"/compliance/kyc/start","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** How the verification of the signed-in user stands */
  getKyc: {"group":"compliance","method":"GET","path":"/compliance/kyc","query":[],"hasBody":false,"credentials":["session"],"list":null},
  /** Register an account in the UK, the EU or the EEA to be paid out to */
  registerIban: {"group":"payouts","method":"POST","path":"/bank/payout-iban","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** Register an account in the United States to be paid out to */
  registerAch: {"group":"payouts","method":"POST","path":"/bank/payout-ach","query":[],"hasBody":true,"credentials":["session"],"list":null},
  /** The organization's bank destinations, newest first */
  listCounterparties: {"group":"payouts","method":"GET","path":"/bank/counterparties","query":["limit","cursor","org_id"],"hasBody":false,"credentials":["session"],"list":"counterparties"},
  /** Pay out of the merchant's balance to its bank destination in this country and currency */
  createPayout: {"group":"payouts","method":"POST","path":"/payouts","query":[],"hasBody":true,"credentials":["apiKey","session"],"list":null},
  /** The organization's payouts, newest first */
  listPayouts: {"group":"payouts","method":"GET","path":"/payouts","query":["limit","cursor","org_id"],"hasBody":false,"credentials":["session"],"list":"payouts"},
  /** A payout with all that happened to it and what is due next */
  getPayout: {"group":"payouts","method":"GET","path":"/payouts/{id}","query":[],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** Settle a sandbox payout now instead of a day after it was created */
  settleSandboxPayout: {"group":"sandbox","method":"POST","path":"/sandbox/payouts/{id}/settle","query":[],"hasBody":false,"credentials":["apiKey"],"list":null},
  /** Have a settled sandbox payout come back */
  returnSandboxPayout: {"group":"sandbox","method":"POST","path":"/sandbox/payouts/{id}/return","query":[],"hasBody":false,"credentials":["apiKey"],"list":null},
  /** Have a pending sandbox payout fail */
  failSandboxPayout: {"group":"sandbox","method":"POST","path":"/sandbox/payouts/{id}/fail","query":[],"hasBody":false,"credentials":["apiKey"],"list":null},
  /** Override a merchant's fee and the recommender's share, from the next capture on */
  setPricing: {"group":"operator","method":"PATCH","path":"/operator/orgs/{id}/pricing","query":[],"hasBody":true,"credentials":["operator"],"list":null},
  /** Bound the recommender's share in a country, and open or close live there */
  putCountry: {"group":"operator","method":"PUT","path":"/operator/countries/{cc}","query":[],"hasBody":true,"credentials":["operator"],"list":null},
  /** Set a business's verification; live captures and payouts heed it at once */
  setKyb: {"group":"operator","method":"POST","path":"/operator/orgs/{id}/kyb","query":[],"hasBody":true,"credentials":["operator"],"list":null},
  /** Set a consumer's identity verification; live payments heed it at once */
  setKyc: {"group":"operator","method":"POST","path":"/operator/users/{id}/kyc","query":[],"hasBody":true,"credentials":["operator"],"list":null},
  /** What monitoring and screening decided, newest first */
  listComplianceRecords: {"group":"operator","method":"GET","path":"/operator/compliance/records","query":["limit","cursor"],"hasBody":false,"credentials":["operator"],"list":"records"},
  /** Every promise of the books with the number of rows that break it, all in one snapshot */
  checkIntegrity: {"group":"operator","method":"GET","path":"/operator/integrity","query":[],"hasBody":false,"credentials":["operator"],"list":null},
  /** Payees whose names are like one on a sanctions list, newest first */
  listScreeningCases: {"group":"operator","method":"GET","path":"/operator/screening/cases","query":["limit","cursor","status"],"hasBody":false,"credentials":["operator"],"list":"cases"},
  /** Tell a payee from an entry of a list, once and for all: payouts to them are no longer stopped for it */
  clearScreeningCase: {"group":"operator","method":"POST","path":"/operator/screening/cases/{id}/clear","query":[],"hasBody":true,"credentials":["operator"],"list":null},
  /** The org's sales in the caller's environment, newest first */
  listSales: {"group":"sales","method":"GET","path":"/orgs/{id}/sales","query":["limit","cursor","status","order_id","statuses"],"hasBody":false,"credentials":["apiKey","session"],"list":"sales"},
  /** A sale in full, with its items and its authorization */
  getSale: {"group":"sales","method":"GET","path":"/sales/{id}","query":[],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** What was captured and what cashback it funded, one entry a currency */
  getCashbackSummary: {"group":"sales","method":"GET","path":"/orgs/{id}/cashback/summary","query":[],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** The org's money, one entry a currency */
  getBalance: {"group":"sales","method":"GET","path":"/orgs/{id}/balance","query":[],"hasBody":false,"credentials":["apiKey","session"],"list":null},
  /** Everything that happened to a charge, who asked for it, and what comes next */
  getChargeTimeline: {"group":"charges","method":"GET","path":"/charges/{id}/timeline","query":[],"hasBody":false,"credentials":["apiKey","session"],"list":null},
} as const;
