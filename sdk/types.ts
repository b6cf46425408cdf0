// Made from docs/openapi.json by `npm run sdk:types`. Do not edit.
export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The service answers
         * @description Role: none, nor a credential.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The process answers; do not restart it
         * @description Role: none, nor a credential.
         */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * PostgreSQL and Temporal answer too; send traffic here
         * @description Role: none, nor a credential.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/otp/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a one-time code mailed; the answer is the same for every address
         * @description Role: none, nor a credential.
         */
        post: operations["requestCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/otp/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with the mailed code; the first time makes the user
         * @description Role: none, nor a credential.
         */
        post: operations["verifyCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/signout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the session
         * @description Role: anybody who has signed in. Environment: none; the same by either.
         */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/mode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A fresh token for an environment and an organization; without one, for the user as a consumer. The old token stays
         * @description Role: a member. Environment: none; the same by either.
         */
        post: operations["setMode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/live-eligibility": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What keeps an organization from live; without one, what keeps the user from it as a consumer
         * @description Role: a member. Environment: none; the same by either.
         */
        get: operations["getLiveEligibility"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The signed-in user
         * @description Role: anybody who has signed in. Environment: none; the same by either.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change name and country; what is absent stays, and so does a country that was verified
         * @description Role: anybody who has signed in. Environment: none; the same by either.
         */
        patch: operations["updateMe"];
        trace?: never;
    };
    "/orgs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's organizations with their role in each, newest first
         * @description Role: anybody who has signed in. Environment: none; the same by either.
         */
        get: operations["listOrgs"];
        put?: never;
        /**
         * Open an organization; its creator is the owner
         * @description Role: anybody who has signed in. Environment: none; the same by either.
         */
        post: operations["createOrg"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An organization of the caller
         * @description Role: a member. Environment: none; the same by either.
         */
        get: operations["getOrg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename an organization
         * @description Role: owner, admin. Environment: none; the same by either.
         */
        patch: operations["updateOrg"];
        trace?: never;
    };
    "/orgs/{id}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was asked on the org's behalf in the caller's environment, newest first, kept for 30 days
         * @description Role: a key of the organization; or a member. Environment: the credential's.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who belongs to the organization, newest first
         * @description Role: a member. Environment: none; the same by either.
         */
        get: operations["listMembers"];
        put?: never;
        /**
         * Make an existing user a member, in a role up to your own
         * @description Role: owner, admin. Environment: none; the same by either.
         */
        post: operations["addMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{id}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member, and the invite that waits for their address; it acts on their next call
         * @description Role: owner, admin. Environment: none; the same by either.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change a member's role, both the old and the new up to your own; it acts on their next call
         * @description Role: owner, admin. Environment: none; the same by either.
         */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/orgs/{id}/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The organization's invites, ended ones too, newest first
         * @description Role: a member. Environment: none; the same by either.
         */
        get: operations["listInvites"];
        put?: never;
        /**
         * Invite an e-mail address: its next sign-in joins. Again for the same address changes the role of the invite that waits
         * @description Role: owner, admin. Environment: none; the same by either.
         */
        post: operations["createInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{id}/invites/{invite_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invite that waits
         * @description Role: owner, admin. Environment: none; the same by either.
         */
        delete: operations["revokeInvite"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/apikeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a key; the raw key is in this answer and nowhere else
         * @description Role: owner, admin. Environment: none; the same by either.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/apikeys/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whose key this is
         * @description Role: any key. Environment: none; the same by either.
         */
        get: operations["verifyApiKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The organization's keys of both environments, revoked ones too, newest first
         * @description Role: a member. Environment: none; the same by either.
         */
        get: operations["listApiKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{id}/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key at once; again is harmless
         * @description Role: owner, admin. Environment: none; the same by either.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{id}/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The URL that events are sent to, and how it fares; never the secret
         * @description Role: a member. Environment: none; the same by either.
         */
        get: operations["getWebhook"];
        /**
         * Set the URL that events are sent to; the secret is made once and kept
         * @description Role: owner, admin. Environment: none; the same by either.
         */
        put: operations["putWebhook"];
        post?: never;
        /**
         * Remove URL and secret: nothing more is sent. Answered once all deliveries that wait are canceled
         * @description Role: owner, admin. Environment: none; the same by either.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{id}/webhook/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new secret; the one before signs beside it, in `webhook-signature`, for 24 hours
         * @description Role: owner, admin. Environment: none; the same by either.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{id}/webhook/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The log of the org's deliveries in the caller's environment, newest first
         * @description Role: a key of the organization; or a member. Environment: the credential's.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{id}/webhook/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A delivery with the text that is sent, its attempts and the time of the next
         * @description Role: a key of the organization; or a member. Environment: the credential's.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{id}/webhook/deliveries/{delivery_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery once more at once, under its own id. One that has ended begins a new ladder of retries
         * @description Role: owner, admin. Environment: the credential's.
         */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{id}/webhook/deliveries/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend all deliveries of a status, 1000 at most; `dry_run` says how many there are
         * @description Role: owner, admin. Environment: the credential's.
         */
        post: operations["resendDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{id}/webhook/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a `checkout.authorized` with made-up ids, marked as a test in the log
         * @description Role: owner, admin. Environment: the credential's.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/buy-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The shopper's entries, newest first
         * @description Role: anybody who has signed in. Environment: the credential's.
         */
        get: operations["listBuyList"];
        put?: never;
        /**
         * Recommend a product; again for the same product gives the same entry, active again
         * @description Role: anybody who has signed in. Environment: the credential's.
         */
        post: operations["addToBuyList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/buy-list/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a product off the list; cashback earned so far stays
         * @description Role: the shopper whose it is. Environment: the credential's.
         */
        delete: operations["removeFromBuyList"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/charges/{auth_id}/capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move the money of an authorized charge; repeating it is safe
         * @description Role: a key of the organization; or the shopper whose it is. Environment: the credential's.
         */
        post: operations["captureCharge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/charges/{id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release the hold of an authorized charge
         * @description Role: a key of the organization. Environment: the credential's.
         */
        post: operations["voidCharge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/charges/{id}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund all that is left of a captured charge, or some of it; each call is a new return
         * @description Role: a key of the organization. Environment: the credential's.
         */
        post: operations["returnCharge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checkouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a checkout for a cart; the terminal's pending one is superseded
         * @description Role: a key of the organization. Environment: the credential's.
         */
        post: operations["createCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checkouts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A checkout in full
         * @description Role: a key of the organization; or a member; or the shopper whose it is; or anybody who has signed in, while it can be paid. Environment: the credential's.
         */
        get: operations["getCheckout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checkouts/{id}/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hold the checkout's total on the shopper's wallet for 7 days
         * @description Role: anybody who has signed in. Environment: the credential's.
         */
        post: operations["authorizeCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/terminals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the org's terminals, newest first
         * @description Role: a member. Environment: none; the same by either.
         */
        get: operations["listTerminals"];
        put?: never;
        /**
         * Create a reusable terminal for a counter or register
         * @description Role: a key of the organization; or a member. Environment: none; the same by either.
         */
        post: operations["createTerminal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/terminals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename a terminal, or take it out of service and back
         * @description Role: a member. Environment: none; the same by either.
         */
        patch: operations["updateTerminal"];
        trace?: never;
    };
    "/terminals/{id}/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The checkout that waits on this terminal for a shopper
         * @description Role: a key of the organization; or anybody who has signed in. Environment: the credential's.
         */
        get: operations["getTerminalCheckout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The shopper's wallets, one a currency
         * @description Role: anybody who has signed in. Environment: the credential's.
         */
        get: operations["getWallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What moved in the shopper's wallets, newest first
         * @description Role: anybody who has signed in. Environment: the credential's.
         */
        get: operations["listWalletEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/wallet/topup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put test funds into the wallet
         * @description Role: anybody who has signed in. Environment: sandbox only; a live credential gets `not found`.
         */
        post: operations["topUpSandboxWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partners/bank/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What the bank says of transfers and deposits; a deposit credits the live wallet of its user, once
         * @description Role: the partner, by its signature.
         */
        post: operations["receiveBankEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The time in the org's sandbox
         * @description Role: a key of the organization; or a member. Environment: sandbox only; a live credential gets `not found`.
         */
        get: operations["getSandboxClock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move the clock of the org's sandbox forwards; answers when all that fell due has been done
         * @description Role: a key of the organization; or owner, admin. Environment: sandbox only; a live credential gets `not found`.
         */
        post: operations["advanceSandboxClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cashback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The shopper's cashback, newest first
         * @description Role: anybody who has signed in. Environment: the credential's.
         */
        get: operations["listCashback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compliance/kyb/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the verification of a business, or go on with the one that is open
         * @description Role: owner, admin. Environment: none; the same by either.
         */
        post: operations["startKyb"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compliance/kyb": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the verification of a business stands
         * @description Role: a member. Environment: none; the same by either.
         */
        get: operations["getKyb"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compliance/kyc/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the verification of the signed-in user, or go on with the one that is open; approval sets the user's country
         * @description Role: anybody who has signed in. Environment: none; the same by either.
         */
        post: operations["startKyc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compliance/kyc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the verification of the signed-in user stands
         * @description Role: anybody who has signed in. Environment: none; the same by either.
         */
        get: operations["getKyc"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partners/verification/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A verdict of the verification provider, signed; a repeat is taken and changes nothing, and so is one that comes too late
         * @description Role: the partner, by its signature.
         */
        post: operations["hearVerdict"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bank/payout-iban": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register an account in the UK, the EU or the EEA to be paid out to
         * @description Role: owner, admin, finance. Environment: the credential's.
         */
        post: operations["registerIban"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bank/payout-ach": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register an account in the United States to be paid out to
         * @description Role: owner, admin, finance. Environment: the credential's.
         */
        post: operations["registerAch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bank/counterparties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The organization's bank destinations, newest first
         * @description Role: a member. Environment: the credential's.
         */
        get: operations["listCounterparties"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The organization's payouts, newest first
         * @description Role: a member. Environment: the credential's.
         */
        get: operations["listPayouts"];
        put?: never;
        /**
         * Pay out of the merchant's balance to its bank destination in this country and currency
         * @description Role: a key of the organization; or owner, admin, finance. Environment: the credential's.
         */
        post: operations["createPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payouts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A payout with all that happened to it and what is due next
         * @description Role: a key of the organization; or a member. Environment: the credential's.
         */
        get: operations["getPayout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/payouts/{id}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Settle a sandbox payout now instead of a day after it was created
         * @description Role: a key of the organization. Environment: sandbox only; a live credential gets `not found`.
         */
        post: operations["settleSandboxPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/payouts/{id}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a settled sandbox payout come back
         * @description Role: a key of the organization. Environment: sandbox only; a live credential gets `not found`.
         */
        post: operations["returnSandboxPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/payouts/{id}/fail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a pending sandbox payout fail
         * @description Role: a key of the organization. Environment: sandbox only; a live credential gets `not found`.
         */
        post: operations["failSandboxPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/orgs/{id}/pricing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Override a merchant's fee and the recommender's share, from the next capture on
         * @description Role: the platform's operator.
         */
        patch: operations["setPricing"];
        trace?: never;
    };
    "/operator/countries/{cc}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Bound the recommender's share in a country, and open or close live there
         * @description Role: the platform's operator.
         */
        put: operations["putCountry"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/orgs/{id}/kyb": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a business's verification; live captures and payouts heed it at once
         * @description Role: the platform's operator.
         */
        post: operations["setKyb"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/users/{id}/kyc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a consumer's identity verification; live payments heed it at once
         * @description Role: the platform's operator.
         */
        post: operations["setKyc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/compliance/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What monitoring and screening decided, newest first
         * @description Role: the platform's operator.
         */
        get: operations["listComplianceRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/integrity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every promise of the books with the number of rows that break it, all in one snapshot
         * @description Role: the platform's operator.
         */
        get: operations["checkIntegrity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/screening/cases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Payees whose names are like one on a sanctions list, newest first
         * @description Role: the platform's operator.
         */
        get: operations["listScreeningCases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/screening/cases/{id}/clear": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell a payee from an entry of a list, once and for all: payouts to them are no longer stopped for it
         * @description Role: the platform's operator.
         */
        post: operations["clearScreeningCase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{id}/sales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The org's sales in the caller's environment, newest first
         * @description Role: a key of the organization; or a member. Environment: the credential's.
         */
        get: operations["listSales"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sales/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A sale in full, with its items and its authorization
         * @description Role: a key of the organization; or a member. Environment: the credential's.
         */
        get: operations["getSale"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{id}/cashback/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was captured and what cashback it funded, one entry a currency
         * @description Role: a key of the organization; or a member. Environment: the credential's.
         */
        get: operations["getCashbackSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{id}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The org's money, one entry a currency
         * @description Role: a key of the organization; or a member. Environment: the credential's.
         */
        get: operations["getBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/charges/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything that happened to a charge, who asked for it, and what comes next
         * @description Role: a key of the organization; or a member. Environment: the credential's.
         */
        get: operations["getChargeTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "checkout.authorized": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A checkout's total is held on the shopper's wallet
         * @description Sent at once, then after failures 60 s, 5 min, 15 min, 1 h and 6 h later. Redirects are failures. The prefix `x-service-` is a setting.
         */
        post: operations["checkoutAuthorized"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "charge.captured": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The money of a charge has moved
         * @description Sent at once, then after failures 60 s, 5 min, 15 min, 1 h and 6 h later. Redirects are failures. The prefix `x-service-` is a setting.
         */
        post: operations["chargeCaptured"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "charge.voided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The hold of a charge was released by the merchant
         * @description Sent at once, then after failures 60 s, 5 min, 15 min, 1 h and 6 h later. Redirects are failures. The prefix `x-service-` is a setting.
         */
        post: operations["chargeVoided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "charge.returned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Goods of a charge were returned, in part or in full
         * @description Sent at once, then after failures 60 s, 5 min, 15 min, 1 h and 6 h later. Redirects are failures. The prefix `x-service-` is a setting.
         */
        post: operations["chargeReturned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        ApiKey: {
            /** Format: uuid */
            id: string;
            /** @description First 12 characters of the key, safe to display */
            prefix: string;
            name: string;
            /** @enum {string} */
            env: "sandbox" | "live";
            /** @enum {string} */
            status: "ACTIVE" | "REVOKED";
            /** Format: date-time */
            created_at: string;
            /**
             * Format: uuid
             * @description The user who issued it
             */
            created_by: string;
            last_used_at: string | null;
        };
        Award: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            charge_id: string;
            product_id: string;
            /** @enum {string} */
            kind: "recommender" | "buyer";
            /** @description What is left after returns */
            amount: number;
            /** @description As earned at capture */
            original_amount: number;
            currency: string;
            /**
             * @description DEFERRED until the product is recommended, PENDING for 30 days, then LANDED in the wallet; VOIDED when returns took all of it
             * @enum {string}
             */
            status: "DEFERRED" | "PENDING" | "LANDED" | "VOIDED";
            /** @description When it lands; null while deferred */
            pending_until: string | null;
            landed_at: string | null;
        };
        BankDestinationRegistered: {
            /** Format: uuid */
            counterparty_id: string;
            /** @enum {string} */
            name_match: "match" | "forced";
            /** @constant */
            status: "ACTIVE";
        };
        BuyListEntry: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            merchant_id: string;
            product_id: string;
            display_name: string | null;
            /** @enum {string} */
            status: "ACTIVE" | "INACTIVE";
            /** Format: date-time */
            created_at: string;
        };
        /**
         * @example {
         *       "journal_id": "019aa5b0-0000-7000-8000-000000000001",
         *       "mdr_fee": 130,
         *       "recommender_amount": 224,
         *       "buyer_amount": 0,
         *       "deferred_buyer_amount": 241,
         *       "recommender_id": "019aa5b0-0000-7000-8000-000000000002",
         *       "recommenders": [
         *         {
         *           "user_id": "019aa5b0-0000-7000-8000-000000000002",
         *           "amount": 224
         *         }
         *       ]
         *     }
         */
        CaptureResult: {
            /**
             * Format: uuid
             * @description Transaction reference, the same for every repeat
             */
            journal_id: string;
            /** @description Minor units of the currency beside it */
            mdr_fee: number;
            /** @description Minor units of the currency beside it */
            recommender_amount: number;
            /**
             * @description Always 0 at capture
             * @constant
             */
            buyer_amount: 0;
            /** @description Minor units of the currency beside it */
            deferred_buyer_amount: number;
            recommender_id: string | null;
            recommenders: {
                /** Format: uuid */
                user_id: string;
                /** @description Minor units of the currency beside it */
                amount: number;
            }[];
        };
        CashbackSummary: {
            currency: string;
            /** @description Captured charges. Returns do not lower it */
            captured_count: number;
            /** @description Gross volume captured. Returns do not lower it */
            captured_minor: number;
            /** @description Cashback funded by the merchant, less what returns cut */
            funded_minor: number;
            /** @description Captures with at least one recommender */
            social_count: number;
            /** @description Cashback of buyers that is pending or has landed; deferred cashback is not theirs yet */
            to_buyers_minor: number;
            /** @description Cashback earned by recommenders, less what returns cut */
            to_recommenders_minor: number;
        };
        Checkout: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            terminal_id: string;
            /** Format: uuid */
            merchant_id: string;
            items: components["schemas"]["CheckoutItem"][];
            currency: string;
            /** @description Minor units of the currency beside it */
            shipping_amount: number;
            /** @description Minor units of the currency beside it */
            tax_amount: number;
            /** @description Minor units of the currency beside it */
            total: number;
            /** @description Minor units of the currency beside it */
            total_cashback: number;
            order_id: string | null;
            /** @enum {string} */
            status: "PENDING" | "AUTHORIZED" | "CAPTURED" | "VOIDED" | "EXPIRED" | "SUPERSEDED";
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            created_at: string;
        };
        CheckoutInput: {
            items: components["schemas"]["CheckoutItemInput"][];
            /** @description Minor units of the currency beside it */
            total: number;
            /** @description ISO 4217, USD when absent */
            currency?: string | null;
            shipping_amount?: number | null;
            tax_amount?: number | null;
            /**
             * Format: uuid
             * @description A reusable terminal; absent, a terminal is made for this checkout alone
             */
            terminal_id?: string | null;
            /** @description The merchant's reference, echoed in sales. Not used for idempotency */
            order_id?: string | null;
            /** @description Free JSON of at most 16 KiB, with numbers within ±(2^53 − 1), returned with the sale */
            store?: {
                [key: string]: unknown;
            } | null;
            /** @description Free JSON of at most 16 KiB, with numbers within ±(2^53 − 1), returned with the sale */
            shipping?: {
                [key: string]: unknown;
            } | null;
            user_confirmation_url?: string | null;
            user_cancel_url?: string | null;
            /** @description 60 to 604800 seconds, 86400 when absent */
            expires_in_secs?: number | null;
        };
        CheckoutItem: {
            product_id: string;
            display_name: string;
            unit_price: number;
            qty: number;
            /** @description Basis points */
            cashback_rate: number;
            item_image_url?: string;
            item_url?: string;
        };
        CheckoutItemInput: {
            product_id: string;
            display_name: string;
            /** @description Minor units of the currency beside it */
            unit_price: number;
            /** @description Greater than 0 */
            qty: number;
            /** @description Basis points, 0 to 10000 */
            cashback_rate: number;
            item_image_url?: string | null;
            item_url?: string | null;
        };
        ClockAdvanced: {
            /** Format: date-time */
            now: string;
            /** @description What happened by itself on the way, in due order */
            fired: {
                /** @enum {string} */
                kind: "checkout_expiry" | "hold_lapse" | "award_landing" | "webhook_retry" | "payout_settlement";
                /**
                 * Format: uuid
                 * @description Of the checkout, charge, award, delivery or payout
                 */
                id: string;
                /** Format: date-time */
                due_at: string;
            }[];
        };
        ComplianceRecord: {
            /** Format: uuid */
            id: string;
            org_id: string | null;
            /** @enum {string} */
            env: "sandbox" | "live";
            /**
             * @description What was judged: a noun and its id
             * @example checkout:019aa5b0-0000-7000-8000-000000000001
             */
            subject: string;
            rule: string;
            /** @enum {string} */
            decision: "BLOCKED" | "PASSED" | "FORCED" | "CLEARED";
            /** @description What the rule was given */
            facts: unknown;
            reason: string;
            /** Format: date-time */
            created_at: string;
        };
        Counterparty: {
            /** Format: uuid */
            id: string;
            /** @example US */
            country_code: string;
            currency: string;
            name: string;
            /** @example ****5555 */
            account_masked: string;
            /** @enum {string} */
            name_match: "match" | "forced";
            /** @constant */
            status: "ACTIVE";
            /** Format: date-time */
            created_at: string;
        };
        CountryTerms: {
            country_code: string;
            /** @description Basis points, 0 to 10000 */
            min_share_bps: number;
            /** @description Basis points, 0 to 10000 */
            max_share_bps: number;
            live_partner: boolean;
        };
        Delivery: {
            /**
             * Format: uuid
             * @description What `x-service-delivery` and `webhook-id` say
             */
            id: string;
            /** @enum {string} */
            event: "checkout.authorized" | "charge.captured" | "charge.voided" | "charge.returned";
            /** @enum {string} */
            status: "PENDING" | "DELIVERED" | "FAILED" | "CANCELED";
            /** Format: date-time */
            created_at: string;
            /** @description Null unless it waits */
            next_attempt_at: string | null;
            /** @description Whether it was sent by `POST …/webhook/test` */
            test: boolean;
        };
        DeliveryDetail: {
            /**
             * Format: uuid
             * @description What `x-service-delivery` and `webhook-id` say
             */
            id: string;
            /** @enum {string} */
            event: "checkout.authorized" | "charge.captured" | "charge.voided" | "charge.returned";
            /** @enum {string} */
            status: "PENDING" | "DELIVERED" | "FAILED" | "CANCELED";
            /** Format: date-time */
            created_at: string;
            /** @description Null unless it waits */
            next_attempt_at: string | null;
            /** @description Whether it was sent by `POST …/webhook/test` */
            test: boolean;
            /** @description The exact text that is sent */
            body: string;
            attempts: {
                /** @description From 1, on and on when it is resent */
                number: number;
                /** Format: date-time */
                at: string;
                /** @description Null when no answer came, or none has come yet */
                status_code: number | null;
                ms: number | null;
                /** @description The first 2 KB of the answer, as text */
                response: string | null;
                /** @description Why there was no answer, or why it is none; `interrupted` when we broke off and do not know */
                error: string | null;
                /** @description Asked for by somebody, and therefore not at its time */
                manual: boolean;
                under_way: boolean;
            }[];
        };
        /**
         * @example {
         *       "error": "checkout not payable"
         *     }
         */
        Error: {
            /** @description The reason, word for word as documented */
            error: string;
        };
        Health: {
            /** @constant */
            status: "ok";
        };
        Invite: {
            /** Format: uuid */
            invite_id: string;
            email: string;
            /**
             * @description Granted at the next sign-in with this address
             * @enum {string}
             */
            role: "owner" | "admin" | "finance" | "support" | "developer";
            /** @enum {string} */
            status: "PENDING" | "CLAIMED" | "REVOKED";
        };
        LiveEligibility: {
            eligible: boolean;
            blockers: ("kyb_not_approved" | "kyc_not_approved" | "no_live_banking_partner" | "org_required")[];
        };
        LoggedRequest: {
            /** Format: uuid */
            id: string;
            /** @description The answer's `x-request-id` */
            request_id: string;
            /**
             * Format: date-time
             * @description When the call arrived, in real time
             */
            created_at: string;
            method: string;
            /** @description The path as this document writes it */
            route: string;
            /** @description The path as it was called, without the query; what is no id is shown by its name */
            path: string;
            status: number;
            /** @description Milliseconds until the answer */
            ms: number;
            /** @description What the caller read as `error`; null for a call that succeeded */
            reason: string | null;
            /** @description What is known of the reason besides, such as what was away */
            detail: string | null;
            /** @enum {string} */
            credential: "api_key" | "session";
            /**
             * Format: uuid
             * @description The key's id, or the user's
             */
            credential_id: string;
            /** @description Whether an `Idempotency-Key` was sent, and its first answer sent again */
            idempotency: ("first" | "replayed") | null;
        };
        Member: {
            /** Format: uuid */
            user_id: string;
            /** @description What the member signs in with */
            email: string;
            first_name: string;
            last_name: string;
            /** @enum {string} */
            role: "owner" | "admin" | "finance" | "support" | "developer";
            /** @enum {string} */
            status: "ACTIVE";
        };
        MerchantBalance: {
            currency: string;
            /** @description Below 0 when returns took more than was left; payouts then wait */
            available_minor: number;
            /** @description On its way to the bank */
            pending_payout_minor: number;
        };
        Ok: {
            /** @constant */
            ok: true;
        };
        Organization: {
            /** Format: uuid */
            org_id: string;
            name: string;
            /** @description Sets the default currency and payout rails */
            country_code: string;
            /** @enum {string} */
            status: "ACTIVE";
        };
        OrganizationOfUser: {
            /** Format: uuid */
            org_id: string;
            name: string;
            /** @description Sets the default currency and payout rails */
            country_code: string;
            /** @enum {string} */
            status: "ACTIVE";
            /** @enum {string} */
            role: "owner" | "admin" | "finance" | "support" | "developer";
        };
        Payout: {
            /** Format: uuid */
            id: string;
            /** @description The banking partner that handles the transfer */
            provider: string;
            /** @description Minor units of the currency beside it */
            amount_minor: number;
            currency: string;
            /** @enum {string} */
            status: "PENDING" | "SETTLED" | "FAILED" | "RETURNED";
            /** Format: date-time */
            created_at: string;
            /**
             * @description The account, masked
             * @example ****3000
             */
            destination: string;
            /** @description Why it failed or was returned */
            failure_reason: string | null;
        };
        PayoutDetail: {
            /** Format: uuid */
            id: string;
            /** @description The banking partner that handles the transfer */
            provider: string;
            /** @description Minor units of the currency beside it */
            amount_minor: number;
            currency: string;
            /** @enum {string} */
            status: "PENDING" | "SETTLED" | "FAILED" | "RETURNED";
            /** Format: date-time */
            created_at: string;
            /**
             * @description The account, masked
             * @example ****3000
             */
            destination: string;
            /** @description Why it failed or was returned */
            failure_reason: string | null;
            country_code: string;
            timeline: {
                /** @enum {string} */
                step: "reserved" | "taken_by_bank" | "settled" | "failed" | "returned" | "settles";
                /** Format: date-time */
                at: string;
                /** @description Who asked for it; null for what the bank or time did */
                actor: string | null;
                /** @description What it did to the merchant's balance; null where it did nothing */
                amount_minor: number | null;
                /** @description Whether it is still to come */
                due: boolean;
            }[];
        };
        Pricing: {
            /** Format: uuid */
            org_id: string;
            /** @description Basis points, 0 to 10000 */
            mdr_bps: number;
            /** @description Basis points, 0 to 10000 */
            recommender_share_bps: number;
        };
        ReturnResult: {
            /** Format: uuid */
            return_id: string;
            /** @description Goods plus pro-rata shipping and tax */
            refund: number;
            /** @description Deferred and pending buyer cashback removed */
            buyer_cut: number;
            /** @description Pending recommender cashback removed */
            rec_cut: number;
            award_adjusted: boolean;
        };
        Sale: {
            /**
             * Format: uuid
             * @description The checkout id
             */
            id: string;
            /** Format: uuid */
            terminal_id: string;
            /** @description Empty for a terminal that was made for this checkout alone */
            terminal_title: string;
            /** @description Gross amount */
            total_minor: number;
            currency: string;
            /** @description Cashback pot of the cart: the checkout's total_cashback */
            cashback_minor: number;
            /** @enum {string} */
            status: "PENDING" | "AUTHORIZED" | "CAPTURED" | "VOIDED" | "EXPIRED" | "SUPERSEDED";
            /** Format: date-time */
            created_at: string;
            /** @description As sent at checkout creation */
            order_id: string | null;
            /** @description As sent at checkout creation */
            store: {
                [key: string]: unknown;
            } | null;
            /** @description As sent at checkout creation */
            shipping: {
                [key: string]: unknown;
            } | null;
        };
        SaleDetail: {
            /**
             * Format: uuid
             * @description The checkout id
             */
            id: string;
            /** Format: uuid */
            terminal_id: string;
            /** @description Empty for a terminal that was made for this checkout alone */
            terminal_title: string;
            /** @description Gross amount */
            total_minor: number;
            currency: string;
            /** @description Cashback pot of the cart: the checkout's total_cashback */
            cashback_minor: number;
            /** @enum {string} */
            status: "PENDING" | "AUTHORIZED" | "CAPTURED" | "VOIDED" | "EXPIRED" | "SUPERSEDED";
            /** Format: date-time */
            created_at: string;
            /** @description As sent at checkout creation */
            order_id: string | null;
            /** @description As sent at checkout creation */
            store: {
                [key: string]: unknown;
            } | null;
            /** @description As sent at checkout creation */
            shipping: {
                [key: string]: unknown;
            } | null;
            /** @description The charge; null until a shopper authorizes */
            auth: {
                /** Format: uuid */
                id: string;
                /** @enum {string} */
                status: "AUTHORIZED" | "CAPTURED" | "VOIDED" | "EXPIRED";
            } | null;
            items: components["schemas"]["CheckoutItem"][];
            /** @description The workflow that carries it from opening to its end, as the Temporal Web UI names it */
            workflow_id: string;
        };
        ScreeningCase: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            org_id: string;
            /** @enum {string} */
            env: "sandbox" | "live";
            /** Format: uuid */
            counterparty_id: string;
            /** @description The name that was given for the payee */
            payee_name: string;
            /** @description The name that the account is in, where its bank told it: it is screened too */
            registered_name: string | null;
            list: string;
            /** @description The list's own id of the entry that one of the payee's names is like */
            entity_id: string;
            /** @description How like: up to 1, the same name */
            score: number;
            /** @enum {string} */
            status: "OPEN" | "CLEARED";
            /** Format: date-time */
            opened_at: string;
            cleared_at: string | null;
            reason: string | null;
        };
        Session: {
            /** @description Begins with `sess_`; lasts 30 days */
            session_token: string;
            /** Format: uuid */
            user_id: string;
            /** @enum {string} */
            env: "sandbox" | "live";
            live_eligible: boolean;
            live_blockers: ("kyb_not_approved" | "kyc_not_approved" | "no_live_banking_partner" | "org_required")[];
        };
        SessionInMode: {
            /** @description Begins with `sess_`; lasts 30 days */
            session_token: string;
            /** Format: uuid */
            user_id: string;
            /** @enum {string} */
            env: "sandbox" | "live";
            live_eligible: boolean;
            live_blockers: ("kyb_not_approved" | "kyc_not_approved" | "no_live_banking_partner" | "org_required")[];
            /** @description The organization that the session acts for; null for a consumer */
            org_id: string | null;
        };
        Terminal: {
            /** Format: uuid */
            id: string;
            title: string;
            /** @enum {string} */
            terminal_type: "REUSABLE" | "USE_ONCE";
            /** @enum {string} */
            status: "ACTIVE" | "INACTIVE";
            /** Format: date-time */
            created_at: string;
        };
        Timeline: {
            /** Format: uuid */
            charge_id: string;
            /** Format: uuid */
            checkout_id: string;
            /** @description The checkout's workflow, as the Temporal Web UI names it */
            workflow_id: string;
            /** @enum {string} */
            status: "AUTHORIZED" | "CAPTURED" | "VOIDED" | "EXPIRED";
            currency: string;
            /**
             * Format: date-time
             * @description The org's time when this was read: compare due_at with it
             */
            now: string;
            /** @description Oldest first */
            steps: components["schemas"]["TimelineStep"][];
            /** @description What will happen by itself, soonest first. Deferred awards wait for their buyer, not for a time */
            next: components["schemas"]["TimelineDue"][];
        };
        TimelineDue: {
            /**
             * Format: date-time
             * @description The org's time
             */
            due_at: string;
            /**
             * @description The words of the sandbox clock
             * @enum {string}
             */
            what: "hold_lapse" | "award_landing" | "webhook_retry";
            /**
             * Format: uuid
             * @description The charge, award or delivery
             */
            id: string;
        };
        TimelineStep: {
            /**
             * Format: date-time
             * @description The org's time
             */
            at: string;
            /**
             * @description - `checkout.created`: The cart was sent. amounts: total_minor, cashback_minor; detail: terminal_id, order_id
             *     - `charge.authorized`: A shopper agreed; the total is held. amounts: held_minor; detail: hold_expires_at
             *     - `charge.captured`: The money moved. amounts: total_minor, mdr_fee, total_cashback, recommender_amount, deferred_buyer_amount, merchant_net; detail: journal_id, mdr_bps, recommender_share_bps
             *     - `charge.voided`: The hold was released at the merchant's wish. amounts: released_minor
             *     - `charge.expired`: The hold ran out after its seven days. amounts: released_minor
             *     - `charge.returned`: Goods came back. amounts: refund, goods, shipping_amount, tax_amount, buyer_cut, rec_cut; detail: journal_id, reason, award_adjusted, items [{product_id, qty}]
             *     - `award.landed`: Cashback reached the beneficiary's wallet for good. amounts: amount; detail as of every award
             *     - `journal.posted`: A balanced journal of the ledger. detail: kind (capture, return, landing), entries [{account, owner_id, amount_minor}]
             *     - `award.deferred`: The buyer earns this once they recommend the product. amounts: amount; detail: product_id, kind, beneficiary_id
             *     - `award.pending`: The award waits for its landing. amounts: amount; detail: as above, and pending_until
             *     - `award.cut`: A return made the award smaller. amounts: cut, amount (what is left); detail: as above, and return_id
             *     - `award.voided`: A return took all that was left of the award. amounts: cut, amount (0); detail: as above, and return_id
             *     - `webhook.event`: An event was written. detail: event, and delivery {id, status, next_attempt_at} as it stands now, or null: no URL was set then
             *     - `webhook.attempted`: A delivery was sent once; id is the delivery. detail: event, number, outcome (delivered, failed, open), status_code, ms, error, next_attempt_at
             * @enum {string}
             */
            step: "checkout.created" | "charge.authorized" | "charge.captured" | "charge.voided" | "charge.expired" | "charge.returned" | "award.landed" | "journal.posted" | "award.deferred" | "award.pending" | "award.cut" | "award.voided" | "webhook.event" | "webhook.attempted";
            /**
             * Format: uuid
             * @description What the step is about: the checkout, charge, return, award, journal, event or delivery
             */
            id: string;
            /**
             * @description Who asked for it: `api_key:<id>` or `user:<id>`; null for what happens by itself
             * @example null
             */
            actor: string | null;
            /** @description Minor units of the charge's currency, by name */
            amounts: {
                [key: string]: number;
            };
            /** @description What else is known of the step, by name */
            detail: {
                [key: string]: unknown;
            };
        };
        User: {
            /** Format: uuid */
            user_id: string;
            email: string;
            first_name: string;
            last_name: string;
            country_code: string;
        };
        /**
         * @example {
         *       "status": "APPROVED",
         *       "reason": "documents seen"
         *     }
         */
        VerdictInput: {
            /** @enum {string} */
            status: "NOT_STARTED" | "PENDING" | "APPROVED" | "REJECTED" | "WITHDRAWN";
            /** @description Why; kept in the audit table */
            reason: string;
        };
        VerificationStarted: {
            /**
             * Format: uri
             * @description The hosted page where the applicant is verified: show it to them alone
             */
            verification_url: string;
            /** @enum {string} */
            status: "NOT_STARTED" | "PENDING" | "APPROVED" | "REJECTED" | "WITHDRAWN";
        };
        VerificationStatus: {
            /** @enum {string} */
            status: "NOT_STARTED" | "PENDING" | "APPROVED" | "REJECTED" | "WITHDRAWN";
        };
        Wallet: {
            currency: string;
            /** @description Minor units of the currency beside it */
            balance_minor: number;
            /** @description Held by open authorizations */
            held_minor: number;
            /** @description balance_minor less held_minor */
            available_minor: number;
            /** @description Lands within 30 days */
            pending_cashback_minor: number;
            /** @description Earned once the product is recommended */
            deferred_cashback_minor: number;
        };
        WalletEntry: {
            /** Format: uuid */
            id: string;
            kind: string;
            /** @description Below 0 where money leaves the wallet */
            amount_minor: number;
            currency: string;
            charge_id: string | null;
            /** Format: date-time */
            created_at: string;
        };
    };
    responses: {
        /** @description The request is wrong, or the state does not allow it */
        AlreadyAMemberOrBadJsonOrIdempotencyKeyOrInvalid: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is wrong, or the state does not allow it */
        BadCountryCodeOrBadJsonOrInvalid: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is wrong, or the state does not allow it */
        BadCurrencyOrBadJsonOrIdempotencyKeyOrInvalid: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is wrong, or the state does not allow it */
        BadCursorOrBadLimitOrBadStatusOrInvalid: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is wrong, or the state does not allow it */
        BadCursorOrBadLimitOrInvalid: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is wrong, or the state does not allow it */
        BadCursorOrBadLimitOrInvalidOrOrgRequired: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is wrong, or the state does not allow it */
        BadJson: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is wrong, or the state does not allow it */
        BadJsonOrIdempotencyKeyOrInvalid: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is wrong, or the state does not allow it */
        BadJsonOrIdempotencyKeyOrInvalidOrOrgRequired: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is wrong, or the state does not allow it */
        BadJsonOrIdempotencyKeyOrNoWebhookUrl: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is wrong, or the state does not allow it */
        BadJsonOrIdempotencyKeyOrPayoutState: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is wrong, or the state does not allow it */
        BadJsonOrInvalid: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is too large */
        BodyTooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such thing, or not for this caller */
        CaseNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such thing, or not for this caller */
        ChargeNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such thing, or not for this caller */
        CheckoutNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such thing, or not for this caller */
        DeliveryNotFoundOrOrgNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The idempotency key stands for another request */
        IdempotencyKeyReused: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A fault of the service. It is logged under the request id */
        InternalError: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credential is missing or not valid */
        InvalidApiKeyOrInvalidSessionOrMissingApiKey: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credential is missing or not valid */
        InvalidApiKeyOrMissingApiKey: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credential is missing or not valid */
        InvalidOperatorToken: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is wrong, or the state does not allow it */
        InvalidOrOrgRequired: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credential is missing or not valid */
        InvalidSession: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credential is missing or not valid */
        InvalidSignature: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller may not do this */
        KeyEnvMismatch: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such thing, or not for this caller */
        MemberNotFoundOrOrgNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such thing, or not for this caller */
        NotFoundOrOrgNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such thing, or not for this caller */
        NotFoundOrPayoutNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such thing, or not for this caller */
        OrgNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller may not do this */
        OwnerAdminFinanceRequired: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller may not do this */
        OwnerAdminRequired: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests; `retry-after` says in how many seconds to come back */
        RateLimited: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "retry-after": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The same command, by its idempotency key, is still running: ask again */
        RequestInProgress: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such thing, or not for this caller */
        TerminalNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The database or Temporal is away; asking again is safe */
        Unavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "retry-after": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not JSON, plain or gzipped */
        UnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description A previous `next_cursor` */
        Cursor: string;
        DeliveryId: string;
        Id: string;
        /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
        IdempotencyKey: string;
        Limit: number;
        OrgId: string;
        UserId: string;
        /** @description Standard Webhooks: the id of the delivery */
        WebhookId: string;
        /** @description Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; the key is the secret's base64 part, decoded */
        WebhookSignature: string;
        /** @description Standard Webhooks: seconds since 1970 of this attempt */
        WebhookTimestamp: string;
        /** @description The id of the delivery, the same for every attempt: a receiver that has seen it does nothing */
        XServiceDelivery: string;
        /** @description `sandbox` or `live` */
        XServiceEnv: string;
        /** @description The event's name */
        XServiceEvent: string;
        /** @description `sha256=` and the hex HMAC-SHA256 of the body, byte for byte; the key is the whole secret as text, `whsec_` included */
        XServiceSignature: string;
    };
    requestBodies: never;
    headers: {
        /** @description Names this request in logs */
        RequestId: string;
        /** @description Seconds */
        RetryAfter: number;
        /** @description Calls that are left in this window and seconds until the next: `"key";r=998;t=7` */
        RateLimit: string;
        /** @description Calls in a window, and its seconds: `"key";q=1000;w=10` */
        RateLimitPolicy: string;
        /** @description `true` when this is the first answer again, by its `idempotency-key` */
        IdempotentReplayed: "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    requestCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ann@example.com"
                 *     }
                 */
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadJsonOrInvalid"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    verifyCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ann@example.com",
                 *       "code": "123456"
                 *     }
                 */
                "application/json": {
                    /** Format: email */
                    email: string;
                    /** @description The six digits from the mail */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "session_token": "sess_Q2xv…",
                     *       "user_id": "019aa5b0-0000-7000-8000-0000000002eb",
                     *       "env": "sandbox",
                     *       "live_eligible": false,
                     *       "live_blockers": [
                     *         "kyb_not_approved"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadJsonOrInvalid"];
            /** @description The credential is missing or not valid */
            401: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadJson"];
            401: components["responses"]["InvalidSession"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setMode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "env": "live",
                 *       "org_id": "01937b2e-6f00-7000-8000-000000000001"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    env: "sandbox" | "live";
                    /** Format: uuid */
                    org_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "session_token": "sess_Q2xv…",
                     *       "user_id": "019aa5b0-0000-7000-8000-0000000002eb",
                     *       "env": "sandbox",
                     *       "live_eligible": false,
                     *       "live_blockers": [
                     *         "kyb_not_approved"
                     *       ],
                     *       "org_id": "019aa5b0-0000-7000-8000-000000000274"
                     *     }
                     */
                    "application/json": components["schemas"]["SessionInMode"];
                };
            };
            400: components["responses"]["BadJsonOrInvalid"];
            401: components["responses"]["InvalidSession"];
            /** @description The caller may not do this */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["OrgNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLiveEligibility: {
        parameters: {
            query?: {
                org_id?: components["parameters"]["OrgId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "eligible": false,
                     *       "blockers": [
                     *         "kyb_not_approved"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["LiveEligibility"];
                };
            };
            /** @description The request is wrong, or the state does not allow it */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["InvalidSession"];
            404: components["responses"]["OrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "019aa5b0-0000-7000-8000-0000000002eb",
                     *       "email": "ann@example.com",
                     *       "first_name": "Ann",
                     *       "last_name": "Meyer",
                     *       "country_code": "US"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["InvalidSession"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "first_name": "Ann",
                 *       "country_code": "DE"
                 *     }
                 */
                "application/json": {
                    first_name?: string | null;
                    last_name?: string | null;
                    country_code?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "019aa5b0-0000-7000-8000-0000000002eb",
                     *       "email": "ann@example.com",
                     *       "first_name": "Ann",
                     *       "last_name": "Meyer",
                     *       "country_code": "US"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadCountryCodeOrBadJsonOrInvalid"];
            401: components["responses"]["InvalidSession"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrgs: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description A previous `next_cursor` */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "orgs": [
                     *         {
                     *           "org_id": "019aa5b0-0000-7000-8000-000000000274",
                     *           "name": "Corner Coffee",
                     *           "country_code": "US",
                     *           "status": "ACTIVE",
                     *           "role": "owner"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        orgs: components["schemas"]["OrganizationOfUser"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadCursorOrBadLimitOrInvalid"];
            401: components["responses"]["InvalidSession"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOrg: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Corner Coffee",
                 *       "country_code": "US"
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @example US */
                    country_code: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "org_id": "019aa5b0-0000-7000-8000-000000000274",
                     *       "name": "Corner Coffee",
                     *       "country_code": "US",
                     *       "status": "ACTIVE"
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description The request is wrong, or the state does not allow it */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["InvalidSession"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrg: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "org_id": "019aa5b0-0000-7000-8000-000000000274",
                     *       "name": "Corner Coffee",
                     *       "country_code": "US",
                     *       "status": "ACTIVE"
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            401: components["responses"]["InvalidSession"];
            404: components["responses"]["OrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateOrg: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Corner Coffee & Tea"
                 *     }
                 */
                "application/json": {
                    name?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "org_id": "019aa5b0-0000-7000-8000-000000000274",
                     *       "name": "Corner Coffee",
                     *       "country_code": "US",
                     *       "status": "ACTIVE"
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["BadJsonOrInvalid"];
            401: components["responses"]["InvalidSession"];
            403: components["responses"]["OwnerAdminRequired"];
            404: components["responses"]["OrgNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description A previous `next_cursor` */
                cursor?: components["parameters"]["Cursor"];
                /** @description A status such as `404`, or a class of them: `2xx`, `4xx`, `5xx` */
                status?: string;
                /** @description Calls that were refused with exactly this reason */
                reason?: string;
                /** @description The call, or calls, that carried this `x-request-id` */
                request_id?: string;
                /** @description A path as this document writes it: `/charges/{auth_id}/capture` */
                route?: string;
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requests": [
                     *         {
                     *           "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *           "request_id": "019aa5b0-0000-7000-8000-000000000435",
                     *           "created_at": "2026-11-21T10:00:00.000Z",
                     *           "method": "text",
                     *           "route": "text",
                     *           "path": "text",
                     *           "status": 1,
                     *           "ms": 41,
                     *           "reason": "too large",
                     *           "detail": "text",
                     *           "credential": "api_key",
                     *           "credential_id": "019aa5b0-0000-7000-8000-000000000547",
                     *           "idempotency": "first"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        requests: components["schemas"]["LoggedRequest"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadCursorOrBadLimitOrBadStatusOrInvalid"];
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            404: components["responses"]["OrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description A previous `next_cursor` */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "members": [
                     *         {
                     *           "user_id": "019aa5b0-0000-7000-8000-0000000002eb",
                     *           "email": "ann@example.com",
                     *           "first_name": "Ann",
                     *           "last_name": "Meyer",
                     *           "role": "owner",
                     *           "status": "ACTIVE"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        members: components["schemas"]["Member"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadCursorOrBadLimitOrInvalid"];
            401: components["responses"]["InvalidSession"];
            404: components["responses"]["OrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "01937b2e-6f00-7000-8000-000000000002",
                 *       "role": "finance"
                 *     }
                 */
                "application/json": {
                    /** Format: uuid */
                    user_id: string;
                    /** @enum {string} */
                    role: "owner" | "admin" | "finance" | "support" | "developer";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "019aa5b0-0000-7000-8000-0000000002eb",
                     *       "email": "ann@example.com",
                     *       "first_name": "Ann",
                     *       "last_name": "Meyer",
                     *       "role": "owner",
                     *       "status": "ACTIVE"
                     *     }
                     */
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["AlreadyAMemberOrBadJsonOrIdempotencyKeyOrInvalid"];
            401: components["responses"]["InvalidSession"];
            403: components["responses"]["OwnerAdminRequired"];
            /** @description There is no such thing, or not for this caller */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            /** @description The request is wrong, or the state does not allow it */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["InvalidSession"];
            403: components["responses"]["OwnerAdminRequired"];
            404: components["responses"]["MemberNotFoundOrOrgNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "role": "admin"
                 *     }
                 */
                "application/json": {
                    role?: ("owner" | "admin" | "finance" | "support" | "developer") | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "019aa5b0-0000-7000-8000-0000000002eb",
                     *       "email": "ann@example.com",
                     *       "first_name": "Ann",
                     *       "last_name": "Meyer",
                     *       "role": "owner",
                     *       "status": "ACTIVE"
                     *     }
                     */
                    "application/json": components["schemas"]["Member"];
                };
            };
            /** @description The request is wrong, or the state does not allow it */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["InvalidSession"];
            403: components["responses"]["OwnerAdminRequired"];
            404: components["responses"]["MemberNotFoundOrOrgNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInvites: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description A previous `next_cursor` */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "invites": [
                     *         {
                     *           "invite_id": "019aa5b0-0000-7000-8000-0000000003bb",
                     *           "email": "ann@example.com",
                     *           "role": "owner",
                     *           "status": "PENDING"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        invites: components["schemas"]["Invite"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadCursorOrBadLimitOrInvalid"];
            401: components["responses"]["InvalidSession"];
            404: components["responses"]["OrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createInvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ben@example.com",
                 *       "role": "support"
                 *     }
                 */
                "application/json": {
                    /** Format: email */
                    email: string;
                    /** @enum {string} */
                    role: "owner" | "admin" | "finance" | "support" | "developer";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "invite_id": "019aa5b0-0000-7000-8000-0000000003bb",
                     *       "email": "ann@example.com",
                     *       "role": "owner",
                     *       "status": "PENDING"
                     *     }
                     */
                    "application/json": components["schemas"]["Invite"];
                };
            };
            400: components["responses"]["AlreadyAMemberOrBadJsonOrIdempotencyKeyOrInvalid"];
            401: components["responses"]["InvalidSession"];
            403: components["responses"]["OwnerAdminRequired"];
            404: components["responses"]["OrgNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeInvite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
                invite_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            /** @description The request is wrong, or the state does not allow it */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["InvalidSession"];
            403: components["responses"]["OwnerAdminRequired"];
            /** @description There is no such thing, or not for this caller */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "org_id": "01937b2e-6f00-7000-8000-000000000001",
                 *       "env": "sandbox",
                 *       "name": "till server"
                 *     }
                 */
                "application/json": {
                    /** Format: uuid */
                    org_id?: string | null;
                    /** @enum {string} */
                    env: "sandbox" | "live";
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "fl_test_4Zt8…",
                     *       "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *       "prefix": "fl_test_4Zt8"
                     *     }
                     */
                    "application/json": {
                        /** @description The raw key, shown this once */
                        key: string;
                        /** Format: uuid */
                        id: string;
                        /** @description First 12 characters of the key, safe to display */
                        prefix: string;
                    };
                };
            };
            400: components["responses"]["BadJsonOrIdempotencyKeyOrInvalidOrOrgRequired"];
            401: components["responses"]["InvalidSession"];
            403: components["responses"]["OwnerAdminRequired"];
            404: components["responses"]["OrgNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    verifyApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key_id": "019aa5b0-0000-7000-8000-000000000275",
                     *       "org_id": "019aa5b0-0000-7000-8000-000000000274",
                     *       "env": "sandbox"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        key_id: string;
                        /** Format: uuid */
                        org_id: string;
                        /** @enum {string} */
                        env: "sandbox" | "live";
                    };
                };
            };
            401: components["responses"]["InvalidApiKeyOrMissingApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description A previous `next_cursor` */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *           "prefix": "fl_test_4Zt8",
                     *           "name": "Corner Coffee",
                     *           "env": "sandbox",
                     *           "status": "ACTIVE",
                     *           "created_at": "2026-11-21T10:00:00.000Z",
                     *           "created_by": "019aa5b0-0000-7000-8000-000000000412",
                     *           "last_used_at": "2026-11-21T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        keys: components["schemas"]["ApiKey"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadCursorOrBadLimitOrInvalid"];
            401: components["responses"]["InvalidSession"];
            404: components["responses"]["OrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadJson"];
            401: components["responses"]["InvalidSession"];
            403: components["responses"]["OwnerAdminRequired"];
            /** @description There is no such thing, or not for this caller */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://shop.example.com/webhooks",
                     *       "has_secret": true,
                     *       "health": {
                     *         "last_success_at": "2026-11-21T10:00:00.000Z",
                     *         "failing_since": "2026-11-21T10:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        url: string | null;
                        has_secret: boolean;
                        /** @description How this URL has fared, in real time. Absent until a delivery was taken or given up */
                        health?: {
                            /** @description To within ten seconds */
                            last_success_at: string | null;
                            /** @description When the first delivery was given up since the last success */
                            failing_since: string | null;
                        };
                    };
                };
            };
            401: components["responses"]["InvalidSession"];
            404: components["responses"]["OrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example/webhooks"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uri
                     * @description A public https address
                     * @example https://shop.example/webhooks
                     */
                    url: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://shop.example.com/webhooks",
                     *       "secret": "whsec_bXlz…"
                     *     }
                     */
                    "application/json": {
                        url: string;
                        /** @description Signs the deliveries; begins with `whsec_` */
                        secret: string;
                    };
                };
            };
            400: components["responses"]["BadJsonOrInvalid"];
            401: components["responses"]["InvalidSession"];
            403: components["responses"]["OwnerAdminRequired"];
            404: components["responses"]["OrgNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadJson"];
            401: components["responses"]["InvalidSession"];
            403: components["responses"]["OwnerAdminRequired"];
            404: components["responses"]["OrgNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://shop.example.com/webhooks",
                     *       "secret": "whsec_bXlz…",
                     *       "previous_valid_until": "2026-11-21T10:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        url: string;
                        /** @description Signs the deliveries; begins with `whsec_` */
                        secret: string;
                        /**
                         * Format: date-time
                         * @description Until then the secret before signs as well, in `webhook-signature`
                         */
                        previous_valid_until: string;
                    };
                };
            };
            400: components["responses"]["BadJsonOrIdempotencyKeyOrNoWebhookUrl"];
            401: components["responses"]["InvalidSession"];
            403: components["responses"]["OwnerAdminRequired"];
            404: components["responses"]["OrgNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description A previous `next_cursor` */
                cursor?: components["parameters"]["Cursor"];
                status?: "PENDING" | "DELIVERED" | "FAILED" | "CANCELED";
                event?: "checkout.authorized" | "charge.captured" | "charge.voided" | "charge.returned";
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *           "event": "checkout.authorized",
                     *           "status": "PENDING",
                     *           "created_at": "2026-11-21T10:00:00.000Z",
                     *           "next_attempt_at": null,
                     *           "test": true
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        deliveries: components["schemas"]["Delivery"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The request is wrong, or the state does not allow it */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            404: components["responses"]["OrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *       "event": "checkout.authorized",
                     *       "status": "PENDING",
                     *       "created_at": "2026-11-21T10:00:00.000Z",
                     *       "next_attempt_at": null,
                     *       "test": true,
                     *       "body": "{\"auth_id\":\"019aa5b0-0000-7000-8000-0000000002de\"}",
                     *       "attempts": [
                     *         {
                     *           "number": 1,
                     *           "at": "2026-11-21T10:00:00.000Z",
                     *           "status_code": 200,
                     *           "ms": 41,
                     *           "response": "ok",
                     *           "error": null,
                     *           "manual": true,
                     *           "under_way": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryDetail"];
                };
            };
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            403: components["responses"]["KeyEnvMismatch"];
            404: components["responses"]["DeliveryNotFoundOrOrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resendDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *       "event": "checkout.authorized",
                     *       "status": "PENDING",
                     *       "created_at": "2026-11-21T10:00:00.000Z",
                     *       "next_attempt_at": null,
                     *       "test": true
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["BadJsonOrIdempotencyKeyOrNoWebhookUrl"];
            401: components["responses"]["InvalidSession"];
            /** @description The caller may not do this */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["DeliveryNotFoundOrOrgNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resendDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "status": "FAILED",
                 *       "event": "charge.captured",
                 *       "dry_run": true
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Required
                     * @enum {string}
                     */
                    status?: "PENDING" | "DELIVERED" | "FAILED" | "CANCELED";
                    /**
                     * @description All of them when absent
                     * @enum {string}
                     */
                    event?: "checkout.authorized" | "charge.captured" | "charge.voided" | "charge.returned";
                    /**
                     * Format: date-time
                     * @description Made then or later, in the time of `created_at`
                     */
                    from?: string | null;
                    /**
                     * Format: date-time
                     * @description Made before then
                     */
                    to?: string | null;
                    /** @description Only count */
                    dry_run?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1,
                     *       "resent": true
                     *     }
                     */
                    "application/json": {
                        /** @description How many match. A dry run counts to 10000 */
                        count: number;
                        /** @description False for a dry run */
                        resent: boolean;
                    };
                };
            };
            /** @description The request is wrong, or the state does not allow it */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["InvalidSession"];
            403: components["responses"]["OwnerAdminRequired"];
            404: components["responses"]["OrgNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *       "event": "checkout.authorized",
                     *       "status": "PENDING",
                     *       "created_at": "2026-11-21T10:00:00.000Z",
                     *       "next_attempt_at": null,
                     *       "test": true
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["BadJsonOrIdempotencyKeyOrNoWebhookUrl"];
            401: components["responses"]["InvalidSession"];
            403: components["responses"]["OwnerAdminRequired"];
            404: components["responses"]["OrgNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBuyList: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description A previous `next_cursor` */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *           "merchant_id": "019aa5b0-0000-7000-8000-00000000047e",
                     *           "product_id": "sku-1",
                     *           "display_name": "Coffee beans",
                     *           "status": "ACTIVE",
                     *           "created_at": "2026-11-21T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        entries: components["schemas"]["BuyListEntry"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadCursorOrBadLimitOrInvalid"];
            401: components["responses"]["InvalidSession"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addToBuyList: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "merchant_id": "019aa5b0-0000-7000-8000-000000000001",
                 *       "product_id": "sku-1"
                 *     }
                 */
                "application/json": {
                    /** Format: uuid */
                    merchant_id: string;
                    product_id: string;
                    display_name?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *       "merchant_id": "019aa5b0-0000-7000-8000-00000000047e",
                     *       "product_id": "sku-1",
                     *       "display_name": "Coffee beans",
                     *       "status": "ACTIVE",
                     *       "created_at": "2026-11-21T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["BuyListEntry"];
                };
            };
            400: components["responses"]["BadJsonOrIdempotencyKeyOrInvalid"];
            401: components["responses"]["InvalidSession"];
            404: components["responses"]["OrgNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeFromBuyList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadJson"];
            401: components["responses"]["InvalidSession"];
            403: components["responses"]["KeyEnvMismatch"];
            /** @description There is no such thing, or not for this caller */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    captureCharge: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                auth_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "journal_id": "019aa5b0-0000-7000-8000-000000000001",
                     *       "mdr_fee": 130,
                     *       "recommender_amount": 224,
                     *       "buyer_amount": 0,
                     *       "deferred_buyer_amount": 241,
                     *       "recommender_id": "019aa5b0-0000-7000-8000-000000000002",
                     *       "recommenders": [
                     *         {
                     *           "user_id": "019aa5b0-0000-7000-8000-000000000002",
                     *           "amount": 224
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CaptureResult"];
                };
            };
            /** @description The request is wrong, or the state does not allow it */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            /** @description The caller may not do this */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["ChargeNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    voidCharge: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            /** @description The request is wrong, or the state does not allow it */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["InvalidApiKeyOrMissingApiKey"];
            403: components["responses"]["KeyEnvMismatch"];
            404: components["responses"]["ChargeNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    returnCharge: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "too large",
                 *       "items": [
                 *         {
                 *           "product_id": "sku-1",
                 *           "qty": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Products and quantities; absent, all that is left is returned */
                    items?: {
                        product_id: string;
                        qty: number;
                    }[] | null;
                    reason?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "return_id": "019aa5b0-0000-7000-8000-0000000003cc",
                     *       "refund": 7108,
                     *       "buyer_cut": 225,
                     *       "rec_cut": 224,
                     *       "award_adjusted": true
                     *     }
                     */
                    "application/json": components["schemas"]["ReturnResult"];
                };
            };
            /** @description The request is wrong, or the state does not allow it */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["InvalidApiKeyOrMissingApiKey"];
            403: components["responses"]["KeyEnvMismatch"];
            404: components["responses"]["ChargeNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCheckout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "product_id": "sku-1",
                 *           "display_name": "Coffee beans",
                 *           "unit_price": 1999,
                 *           "qty": 3,
                 *           "cashback_rate": 750
                 *         }
                 *       ],
                 *       "total": 5997,
                 *       "currency": "USD",
                 *       "order_id": "order-1001"
                 *     }
                 */
                "application/json": components["schemas"]["CheckoutInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *       "terminal_id": "019aa5b0-0000-7000-8000-000000000488"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** Format: uuid */
                        terminal_id: string;
                    };
                };
            };
            /** @description The request is wrong, or the state does not allow it */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["InvalidApiKeyOrMissingApiKey"];
            404: components["responses"]["TerminalNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *       "terminal_id": "019aa5b0-0000-7000-8000-000000000488",
                     *       "merchant_id": "019aa5b0-0000-7000-8000-00000000047e",
                     *       "items": [
                     *         {
                     *           "product_id": "sku-1",
                     *           "display_name": "Coffee beans",
                     *           "unit_price": 1999,
                     *           "qty": 3,
                     *           "cashback_rate": 750,
                     *           "item_image_url": "https://shop.example.com/sku-1.png",
                     *           "item_url": "https://shop.example.com/sku-1"
                     *         }
                     *       ],
                     *       "currency": "USD",
                     *       "shipping_amount": 499,
                     *       "tax_amount": 612,
                     *       "total": 7108,
                     *       "total_cashback": 449,
                     *       "order_id": "order-1001",
                     *       "status": "PENDING",
                     *       "expires_at": "2026-11-21T10:00:00.000Z",
                     *       "created_at": "2026-11-21T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            403: components["responses"]["KeyEnvMismatch"];
            404: components["responses"]["CheckoutNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    authorizeCheckout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "attribution": [
                 *         {
                 *           "product_id": "sku-1",
                 *           "recommender_id": "019aa5b0-0000-7000-8000-0000000005bd"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Whose recommendation was followed, by product. Unknown products and people are ignored; a product's last entry counts */
                    attribution?: {
                        product_id: string;
                        recommender_id: string;
                    }[] | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "auth_id": "019aa5b0-0000-7000-8000-0000000002de"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The charge: use it to capture, void and return
                         */
                        auth_id: string;
                    };
                };
            };
            /** @description The request is wrong, or the state does not allow it */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["InvalidSession"];
            /** @description The caller may not do this */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["CheckoutNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTerminals: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description A previous `next_cursor` */
                cursor?: components["parameters"]["Cursor"];
                org_id?: components["parameters"]["OrgId"];
                terminal_type?: "REUSABLE" | "USE_ONCE";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "terminals": [
                     *         {
                     *           "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *           "title": "Counter 1",
                     *           "terminal_type": "REUSABLE",
                     *           "status": "ACTIVE",
                     *           "created_at": "2026-11-21T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        terminals: components["schemas"]["Terminal"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The request is wrong, or the state does not allow it */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["InvalidSession"];
            404: components["responses"]["OrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTerminal: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Counter 1"
                 *     }
                 */
                "application/json": {
                    title: string;
                    /** Format: uuid */
                    org_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa5b0-0000-7000-8000-0000000000cd"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                    };
                };
            };
            400: components["responses"]["BadJsonOrIdempotencyKeyOrInvalidOrOrgRequired"];
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            404: components["responses"]["OrgNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateTerminal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "title": "Counter 1",
                 *       "status": "ACTIVE"
                 *     }
                 */
                "application/json": {
                    title?: string | null;
                    status?: ("ACTIVE" | "INACTIVE") | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadJsonOrInvalid"];
            401: components["responses"]["InvalidSession"];
            404: components["responses"]["TerminalNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTerminalCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *       "terminal_id": "019aa5b0-0000-7000-8000-000000000488",
                     *       "merchant_id": "019aa5b0-0000-7000-8000-00000000047e",
                     *       "items": [
                     *         {
                     *           "product_id": "sku-1",
                     *           "display_name": "Coffee beans",
                     *           "unit_price": 1999,
                     *           "qty": 3,
                     *           "cashback_rate": 750,
                     *           "item_image_url": "https://shop.example.com/sku-1.png",
                     *           "item_url": "https://shop.example.com/sku-1"
                     *         }
                     *       ],
                     *       "currency": "USD",
                     *       "shipping_amount": 499,
                     *       "tax_amount": 612,
                     *       "total": 7108,
                     *       "total_cashback": 449,
                     *       "order_id": "order-1001",
                     *       "status": "PENDING",
                     *       "expires_at": "2026-11-21T10:00:00.000Z",
                     *       "created_at": "2026-11-21T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            /** @description There is no such thing, or not for this caller */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWallet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "wallets": [
                     *         {
                     *           "currency": "USD",
                     *           "balance_minor": 100000,
                     *           "held_minor": 7108,
                     *           "available_minor": 92892,
                     *           "pending_cashback_minor": 224,
                     *           "deferred_cashback_minor": 225
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        wallets: components["schemas"]["Wallet"][];
                    };
                };
            };
            401: components["responses"]["InvalidSession"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWalletEntries: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description A previous `next_cursor` */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *           "kind": "text",
                     *           "amount_minor": 5000,
                     *           "currency": "USD",
                     *           "charge_id": "019aa5b0-0000-7000-8000-000000000396",
                     *           "created_at": "2026-11-21T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        entries: components["schemas"]["WalletEntry"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadCursorOrBadLimitOrInvalid"];
            401: components["responses"]["InvalidSession"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    topUpSandboxWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount_minor": 100000,
                 *       "currency": "USD"
                 *     }
                 */
                "application/json": {
                    amount_minor: number;
                    currency?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "currency": "USD",
                     *       "balance_minor": 100000,
                     *       "held_minor": 7108,
                     *       "available_minor": 92892,
                     *       "pending_cashback_minor": 224,
                     *       "deferred_cashback_minor": 225
                     *     }
                     */
                    "application/json": components["schemas"]["Wallet"];
                };
            };
            400: components["responses"]["BadCurrencyOrBadJsonOrIdempotencyKeyOrInvalid"];
            401: components["responses"]["InvalidSession"];
            /** @description There is no such thing, or not for this caller */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    receiveBankEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d6cf4f4-3c55-4d4e-b9bc-6c5b4f0f2f37",
                 *       "type": "deposit.received",
                 *       "reference": "019aa4d2-6a3f-7cc0-b1c5-6f0f4a5c1c11",
                 *       "amount_minor": 5000,
                 *       "currency": "USD",
                 *       "occurred_at": "2026-11-21T10:00:00Z"
                 *     }
                 */
                "application/json": {
                    /** @description The bank's; a second copy of an event changes nothing */
                    id: string;
                    /** @enum {string} */
                    type: "transfer.settled" | "transfer.failed" | "transfer.returned" | "deposit.received";
                    /** @description Id of the payout; of the user for `deposit.received` */
                    reference: string;
                    amount_minor: number;
                    /** @example USD */
                    currency: string;
                    /** Format: date-time */
                    occurred_at: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadCurrencyOrBadJsonOrIdempotencyKeyOrInvalid"];
            401: components["responses"]["InvalidSignature"];
            /** @description There is no such thing, or not for this caller */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSandboxClock: {
        parameters: {
            query?: {
                /** @description For sessions with several orgs */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "now": "2026-11-21T10:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description The time in the org's sandbox
                         */
                        now: string;
                    };
                };
            };
            400: components["responses"]["InvalidOrOrgRequired"];
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            404: components["responses"]["NotFoundOrOrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    advanceSandboxClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    org_id?: string | null;
                    seconds?: number | null;
                    to?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "now": "2026-11-21T10:00:00.000Z",
                     *       "fired": [
                     *         {
                     *           "kind": "checkout_expiry",
                     *           "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *           "due_at": "2026-11-21T10:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ClockAdvanced"];
                };
            };
            400: components["responses"]["BadJsonOrIdempotencyKeyOrInvalidOrOrgRequired"];
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            403: components["responses"]["OwnerAdminRequired"];
            404: components["responses"]["NotFoundOrOrgNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCashback: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description A previous `next_cursor` */
                cursor?: components["parameters"]["Cursor"];
                status?: "DEFERRED" | "PENDING" | "LANDED" | "VOIDED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "awards": [
                     *         {
                     *           "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *           "charge_id": "019aa5b0-0000-7000-8000-000000000396",
                     *           "product_id": "sku-1",
                     *           "kind": "recommender",
                     *           "amount": 224,
                     *           "original_amount": 224,
                     *           "currency": "USD",
                     *           "status": "DEFERRED",
                     *           "pending_until": "2026-11-21T10:00:00.000Z",
                     *           "landed_at": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        awards: components["schemas"]["Award"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadCursorOrBadLimitOrBadStatusOrInvalid"];
            401: components["responses"]["InvalidSession"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startKyb: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "org_id": "01937b2e-6f00-7000-8000-000000000001",
                 *       "country_code": "US"
                 *     }
                 */
                "application/json": {
                    /** Format: uuid */
                    org_id?: string | null;
                    /**
                     * @description The organization's own
                     * @example US
                     */
                    country_code: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "verification_url": "https://verification.example.com/pages/4f1c",
                     *       "status": "NOT_STARTED"
                     *     }
                     */
                    "application/json": components["schemas"]["VerificationStarted"];
                };
            };
            /** @description The request is wrong, or the state does not allow it */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["InvalidSession"];
            403: components["responses"]["OwnerAdminRequired"];
            404: components["responses"]["OrgNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getKyb: {
        parameters: {
            query?: {
                org_id?: components["parameters"]["OrgId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "NOT_STARTED"
                     *     }
                     */
                    "application/json": components["schemas"]["VerificationStatus"];
                };
            };
            400: components["responses"]["InvalidOrOrgRequired"];
            401: components["responses"]["InvalidSession"];
            404: components["responses"]["OrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startKyc: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "country_code": "US"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The user's country once they are approved
                     * @example US
                     */
                    country_code: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "verification_url": "https://verification.example.com/pages/4f1c",
                     *       "status": "NOT_STARTED"
                     *     }
                     */
                    "application/json": components["schemas"]["VerificationStarted"];
                };
            };
            /** @description The request is wrong, or the state does not allow it */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["InvalidSession"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getKyc: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "NOT_STARTED"
                     *     }
                     */
                    "application/json": components["schemas"]["VerificationStatus"];
                };
            };
            401: components["responses"]["InvalidSession"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    hearVerdict: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1",
                 *       "type": "case.approved",
                 *       "reference": "01937b2e-6f00-7000-8000-000000000001",
                 *       "occurred_at": "2026-11-21T10:00:00.000Z"
                 *     }
                 */
                "application/json": {
                    /** @description The event's own id: a repeat changes nothing */
                    id: string;
                    /** @enum {string} */
                    type: "case.approved" | "case.rejected" | "case.withdrawn";
                    /** @description What the case was opened with */
                    reference: string;
                    /** Format: date-time */
                    occurred_at: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadJsonOrIdempotencyKeyOrInvalid"];
            401: components["responses"]["InvalidSignature"];
            404: components["responses"]["CaseNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    registerIban: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "iban": "GB33BUKB20201555555555",
                 *       "name": "Corner Shop Ltd",
                 *       "org_id": "01937b2e-6f00-7000-8000-000000000001"
                 *     }
                 */
                "application/json": {
                    /** @description An account in the UK, the EU or the EEA; spaces and case do not matter */
                    iban: string;
                    name: string;
                    /** Format: uuid */
                    org_id?: string | null;
                    force?: boolean | null;
                    /** @description Obligatory with `force`; kept for compliance */
                    force_reason?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "counterparty_id": "019aa5b0-0000-7000-8000-00000000065c",
                     *       "name_match": "match",
                     *       "status": "ACTIVE"
                     *     }
                     */
                    "application/json": components["schemas"]["BankDestinationRegistered"];
                };
            };
            /** @description The request is wrong, or the state does not allow it */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["InvalidSession"];
            403: components["responses"]["OwnerAdminFinanceRequired"];
            404: components["responses"]["OrgNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    registerAch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "routing_number": "021000021",
                 *       "account_number": "123456789",
                 *       "name": "Corner Shop LLC",
                 *       "org_id": "01937b2e-6f00-7000-8000-000000000001"
                 *     }
                 */
                "application/json": {
                    /** @description Nine digits, with their checksum */
                    routing_number: string;
                    /** @description 4 to 17 digits */
                    account_number: string;
                    name: string;
                    /** Format: uuid */
                    org_id?: string | null;
                    force?: boolean | null;
                    /** @description Obligatory with `force`; kept for compliance */
                    force_reason?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "counterparty_id": "019aa5b0-0000-7000-8000-00000000065c",
                     *       "name_match": "match",
                     *       "status": "ACTIVE"
                     *     }
                     */
                    "application/json": components["schemas"]["BankDestinationRegistered"];
                };
            };
            /** @description The request is wrong, or the state does not allow it */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["InvalidSession"];
            403: components["responses"]["OwnerAdminFinanceRequired"];
            404: components["responses"]["OrgNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCounterparties: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description A previous `next_cursor` */
                cursor?: components["parameters"]["Cursor"];
                org_id?: components["parameters"]["OrgId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "counterparties": [
                     *         {
                     *           "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *           "country_code": "US",
                     *           "currency": "USD",
                     *           "name": "Corner Coffee",
                     *           "account_masked": "****5555",
                     *           "name_match": "match",
                     *           "status": "ACTIVE",
                     *           "created_at": "2026-11-21T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        counterparties: components["schemas"]["Counterparty"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadCursorOrBadLimitOrInvalidOrOrgRequired"];
            401: components["responses"]["InvalidSession"];
            404: components["responses"]["OrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPayouts: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description A previous `next_cursor` */
                cursor?: components["parameters"]["Cursor"];
                org_id?: components["parameters"]["OrgId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "payouts": [
                     *         {
                     *           "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *           "provider": "bank",
                     *           "amount_minor": 5000,
                     *           "currency": "USD",
                     *           "status": "PENDING",
                     *           "created_at": "2026-11-21T10:00:00.000Z",
                     *           "destination": "****3000",
                     *           "failure_reason": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        payouts: components["schemas"]["Payout"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadCursorOrBadLimitOrInvalidOrOrgRequired"];
            401: components["responses"]["InvalidSession"];
            404: components["responses"]["OrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPayout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount_minor": 5000,
                 *       "currency": "USD",
                 *       "country_code": "US"
                 *     }
                 */
                "application/json": {
                    amount_minor: number;
                    /** @example USD */
                    currency: string;
                    /**
                     * @description The country of the bank destination
                     * @example US
                     */
                    country_code: string;
                    /** Format: uuid */
                    org_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "instruction_id": "019aa5b0-0000-7000-8000-0000000005ee"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        instruction_id: string;
                    };
                };
            };
            /** @description The request is wrong, or the state does not allow it */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            /** @description The caller may not do this */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["OrgNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPayout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *       "provider": "bank",
                     *       "amount_minor": 5000,
                     *       "currency": "USD",
                     *       "status": "PENDING",
                     *       "created_at": "2026-11-21T10:00:00.000Z",
                     *       "destination": "****3000",
                     *       "failure_reason": null,
                     *       "country_code": "US",
                     *       "timeline": [
                     *         {
                     *           "step": "reserved",
                     *           "at": "2026-11-21T10:00:00.000Z",
                     *           "actor": null,
                     *           "amount_minor": 5000,
                     *           "due": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PayoutDetail"];
                };
            };
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            403: components["responses"]["KeyEnvMismatch"];
            /** @description There is no such thing, or not for this caller */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    settleSandboxPayout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadJsonOrIdempotencyKeyOrPayoutState"];
            401: components["responses"]["InvalidApiKeyOrMissingApiKey"];
            403: components["responses"]["KeyEnvMismatch"];
            404: components["responses"]["NotFoundOrPayoutNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    returnSandboxPayout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadJsonOrIdempotencyKeyOrPayoutState"];
            401: components["responses"]["InvalidApiKeyOrMissingApiKey"];
            403: components["responses"]["KeyEnvMismatch"];
            404: components["responses"]["NotFoundOrPayoutNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    failSandboxPayout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadJsonOrIdempotencyKeyOrPayoutState"];
            401: components["responses"]["InvalidApiKeyOrMissingApiKey"];
            403: components["responses"]["KeyEnvMismatch"];
            404: components["responses"]["NotFoundOrPayoutNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setPricing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "mdr_bps": 150,
                 *       "recommender_share_bps": 6000
                 *     }
                 */
                "application/json": {
                    mdr_bps?: number | null;
                    recommender_share_bps?: number | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "org_id": "019aa5b0-0000-7000-8000-000000000274",
                     *       "mdr_bps": 200,
                     *       "recommender_share_bps": 5000
                     *     }
                     */
                    "application/json": components["schemas"]["Pricing"];
                };
            };
            400: components["responses"]["BadJsonOrInvalid"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["OrgNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putCountry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                cc: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "min_share_bps": 2000,
                 *       "max_share_bps": 8000,
                 *       "live_partner": true
                 *     }
                 */
                "application/json": {
                    /** @description Basis points, 0 to 10000 */
                    min_share_bps: number;
                    /** @description Basis points, 0 to 10000 */
                    max_share_bps: number;
                    /** @description Whether a banking partner serves the country in live; absent, it stays as it is */
                    live_partner?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "country_code": "US",
                     *       "min_share_bps": 2000,
                     *       "max_share_bps": 8000,
                     *       "live_partner": true
                     *     }
                     */
                    "application/json": components["schemas"]["CountryTerms"];
                };
            };
            400: components["responses"]["BadCountryCodeOrBadJsonOrInvalid"];
            401: components["responses"]["InvalidOperatorToken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setKyb: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "APPROVED",
                 *       "reason": "documents seen"
                 *     }
                 */
                "application/json": components["schemas"]["VerdictInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "org_id": "019aa5b0-0000-7000-8000-000000000274",
                     *       "kyb_status": "NOT_STARTED"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        org_id: string;
                        /** @enum {string} */
                        kyb_status: "NOT_STARTED" | "PENDING" | "APPROVED" | "REJECTED" | "WITHDRAWN";
                    };
                };
            };
            400: components["responses"]["BadJsonOrIdempotencyKeyOrInvalid"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["OrgNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setKyc: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "APPROVED",
                 *       "reason": "documents seen"
                 *     }
                 */
                "application/json": components["schemas"]["VerdictInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "019aa5b0-0000-7000-8000-0000000002eb",
                     *       "kyc_status": "NOT_STARTED"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        user_id: string;
                        /** @enum {string} */
                        kyc_status: "NOT_STARTED" | "PENDING" | "APPROVED" | "REJECTED" | "WITHDRAWN";
                    };
                };
            };
            400: components["responses"]["BadJsonOrIdempotencyKeyOrInvalid"];
            401: components["responses"]["InvalidOperatorToken"];
            /** @description There is no such thing, or not for this caller */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listComplianceRecords: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description A previous `next_cursor` */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "records": [
                     *         {
                     *           "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *           "org_id": "019aa5b0-0000-7000-8000-000000000274",
                     *           "env": "sandbox",
                     *           "subject": "checkout:019aa5b0-0000-7000-8000-000000000001",
                     *           "rule": "velocity",
                     *           "decision": "BLOCKED",
                     *           "facts": {},
                     *           "reason": "too large",
                     *           "created_at": "2026-11-21T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        records: components["schemas"]["ComplianceRecord"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadCursorOrBadLimitOrInvalid"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkIntegrity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "checks": [
                     *         {
                     *           "name": "Corner Coffee",
                     *           "violations": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        checks: {
                            name: string;
                            /** @description Rows that break the promise: 0 */
                            violations: number;
                        }[];
                    };
                };
            };
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listScreeningCases: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description A previous `next_cursor` */
                cursor?: components["parameters"]["Cursor"];
                status?: "OPEN" | "CLEARED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "cases": [
                     *         {
                     *           "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *           "org_id": "019aa5b0-0000-7000-8000-000000000274",
                     *           "env": "sandbox",
                     *           "counterparty_id": "019aa5b0-0000-7000-8000-00000000065c",
                     *           "payee_name": "text",
                     *           "registered_name": "text",
                     *           "list": "sanctions",
                     *           "entity_id": "entity-17",
                     *           "score": 0.93,
                     *           "status": "OPEN",
                     *           "opened_at": "2026-11-21T10:00:00.000Z",
                     *           "cleared_at": null,
                     *           "reason": "too large"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        cases: components["schemas"]["ScreeningCase"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadCursorOrBadLimitOrBadStatusOrInvalid"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    clearScreeningCase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "another date of birth"
                 *     }
                 */
                "application/json": {
                    /** @description Why this payee is not the one on the list; kept for good */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *       "org_id": "019aa5b0-0000-7000-8000-000000000274",
                     *       "env": "sandbox",
                     *       "counterparty_id": "019aa5b0-0000-7000-8000-00000000065c",
                     *       "payee_name": "text",
                     *       "registered_name": "text",
                     *       "list": "sanctions",
                     *       "entity_id": "entity-17",
                     *       "score": 0.93,
                     *       "status": "OPEN",
                     *       "opened_at": "2026-11-21T10:00:00.000Z",
                     *       "cleared_at": null,
                     *       "reason": "too large"
                     *     }
                     */
                    "application/json": components["schemas"]["ScreeningCase"];
                };
            };
            /** @description The request is wrong, or the state does not allow it */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["CaseNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSales: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description A previous `next_cursor` */
                cursor?: components["parameters"]["Cursor"];
                status?: "PENDING" | "AUTHORIZED" | "CAPTURED" | "VOIDED" | "EXPIRED" | "SUPERSEDED";
                /** @description Only sales that were made with this reference */
                order_id?: string;
                /** @description Statuses, separated by commas; empty means all. Together with `status`: the union */
                statuses?: string;
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sales": [
                     *         {
                     *           "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *           "terminal_id": "019aa5b0-0000-7000-8000-000000000488",
                     *           "terminal_title": "Counter 1",
                     *           "total_minor": 7108,
                     *           "currency": "USD",
                     *           "cashback_minor": 449,
                     *           "status": "PENDING",
                     *           "created_at": "2026-11-21T10:00:00.000Z",
                     *           "order_id": "order-1001",
                     *           "store": {},
                     *           "shipping": {}
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        sales: components["schemas"]["Sale"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadCursorOrBadLimitOrBadStatusOrInvalid"];
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            404: components["responses"]["OrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSale: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *       "terminal_id": "019aa5b0-0000-7000-8000-000000000488",
                     *       "terminal_title": "Counter 1",
                     *       "total_minor": 7108,
                     *       "currency": "USD",
                     *       "cashback_minor": 449,
                     *       "status": "PENDING",
                     *       "created_at": "2026-11-21T10:00:00.000Z",
                     *       "order_id": "order-1001",
                     *       "store": {},
                     *       "shipping": {},
                     *       "auth": {
                     *         "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *         "status": "AUTHORIZED"
                     *       },
                     *       "items": [
                     *         {
                     *           "product_id": "sku-1",
                     *           "display_name": "Coffee beans",
                     *           "unit_price": 1999,
                     *           "qty": 3,
                     *           "cashback_rate": 750,
                     *           "item_image_url": "https://shop.example.com/sku-1.png",
                     *           "item_url": "https://shop.example.com/sku-1"
                     *         }
                     *       ],
                     *       "workflow_id": "019aa5b0-0000-7000-8000-0000000004a7"
                     *     }
                     */
                    "application/json": components["schemas"]["SaleDetail"];
                };
            };
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            403: components["responses"]["KeyEnvMismatch"];
            /** @description There is no such thing, or not for this caller */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCashbackSummary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "currencies": [
                     *         {
                     *           "currency": "USD",
                     *           "captured_count": 1,
                     *           "captured_minor": 7108,
                     *           "funded_minor": 449,
                     *           "social_count": 1,
                     *           "to_buyers_minor": 0,
                     *           "to_recommenders_minor": 224
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        currencies: components["schemas"]["CashbackSummary"][];
                    };
                };
            };
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            404: components["responses"]["OrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBalance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "currencies": [
                     *         {
                     *           "currency": "USD",
                     *           "available_minor": 92892,
                     *           "pending_payout_minor": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        currencies: components["schemas"]["MerchantBalance"][];
                    };
                };
            };
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            404: components["responses"]["OrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getChargeTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "charge_id": "019aa5b0-0000-7000-8000-000000000396",
                     *       "checkout_id": "019aa5b0-0000-7000-8000-000000000482",
                     *       "workflow_id": "019aa5b0-0000-7000-8000-0000000004a7",
                     *       "status": "AUTHORIZED",
                     *       "currency": "USD",
                     *       "now": "2026-11-21T10:00:00.000Z",
                     *       "steps": [
                     *         {
                     *           "at": "2026-11-21T10:00:00.000Z",
                     *           "step": "checkout.created",
                     *           "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *           "actor": null,
                     *           "amounts": {},
                     *           "detail": {}
                     *         }
                     *       ],
                     *       "next": [
                     *         {
                     *           "due_at": "2026-11-21T10:00:00.000Z",
                     *           "what": "hold_lapse",
                     *           "id": "019aa5b0-0000-7000-8000-0000000000cd"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Timeline"];
                };
            };
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            403: components["responses"]["KeyEnvMismatch"];
            404: components["responses"]["ChargeNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkoutAuthorized: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's name */
                "x-service-event": components["parameters"]["XServiceEvent"];
                /** @description The id of the delivery, the same for every attempt: a receiver that has seen it does nothing */
                "x-service-delivery": components["parameters"]["XServiceDelivery"];
                /** @description `sha256=` and the hex HMAC-SHA256 of the body, byte for byte; the key is the whole secret as text, `whsec_` included */
                "x-service-signature": components["parameters"]["XServiceSignature"];
                /** @description `sandbox` or `live` */
                "x-service-env": components["parameters"]["XServiceEnv"];
                /** @description Standard Webhooks: the id of the delivery */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Standard Webhooks: seconds since 1970 of this attempt */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; the key is the secret's base64 part, decoded */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "checkout_id": "019aa5b0-0000-7000-8000-000000000482",
                 *       "auth_id": "019aa5b0-0000-7000-8000-0000000002de",
                 *       "total_minor": 7108,
                 *       "currency": "USD",
                 *       "consumer_id": "019aa5b0-0000-7000-8000-000000000498"
                 *     }
                 */
                "application/json": {
                    /** Format: uuid */
                    checkout_id: string;
                    /**
                     * Format: uuid
                     * @description The charge
                     */
                    auth_id: string;
                    /** @description Minor units of the currency of the checkout */
                    total_minor: number;
                    currency: string;
                    /** Format: uuid */
                    consumer_id: string;
                };
            };
        };
        responses: {
            /** @description Taken. Any other status, or no answer within 10 s, is a failure */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    chargeCaptured: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's name */
                "x-service-event": components["parameters"]["XServiceEvent"];
                /** @description The id of the delivery, the same for every attempt: a receiver that has seen it does nothing */
                "x-service-delivery": components["parameters"]["XServiceDelivery"];
                /** @description `sha256=` and the hex HMAC-SHA256 of the body, byte for byte; the key is the whole secret as text, `whsec_` included */
                "x-service-signature": components["parameters"]["XServiceSignature"];
                /** @description `sandbox` or `live` */
                "x-service-env": components["parameters"]["XServiceEnv"];
                /** @description Standard Webhooks: the id of the delivery */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Standard Webhooks: seconds since 1970 of this attempt */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; the key is the secret's base64 part, decoded */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "checkout_id": "019aa5b0-0000-7000-8000-000000000482",
                 *       "auth_id": "019aa5b0-0000-7000-8000-0000000002de",
                 *       "mdr_fee": 120,
                 *       "buyer_amount": 0,
                 *       "deferred_buyer_amount": 225,
                 *       "recommender_amount": 224
                 *     }
                 */
                "application/json": {
                    /** Format: uuid */
                    checkout_id: string;
                    /** Format: uuid */
                    auth_id: string;
                    /** @description Minor units of the currency of the checkout */
                    mdr_fee: number;
                    /**
                     * @description Always 0 at capture
                     * @constant
                     */
                    buyer_amount: 0;
                    /** @description Minor units of the currency of the checkout */
                    deferred_buyer_amount: number;
                    /** @description Minor units of the currency of the checkout */
                    recommender_amount: number;
                };
            };
        };
        responses: {
            /** @description Taken. Any other status, or no answer within 10 s, is a failure */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    chargeVoided: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's name */
                "x-service-event": components["parameters"]["XServiceEvent"];
                /** @description The id of the delivery, the same for every attempt: a receiver that has seen it does nothing */
                "x-service-delivery": components["parameters"]["XServiceDelivery"];
                /** @description `sha256=` and the hex HMAC-SHA256 of the body, byte for byte; the key is the whole secret as text, `whsec_` included */
                "x-service-signature": components["parameters"]["XServiceSignature"];
                /** @description `sandbox` or `live` */
                "x-service-env": components["parameters"]["XServiceEnv"];
                /** @description Standard Webhooks: the id of the delivery */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Standard Webhooks: seconds since 1970 of this attempt */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; the key is the secret's base64 part, decoded */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "auth_id": "019aa5b0-0000-7000-8000-0000000002de"
                 *     }
                 */
                "application/json": {
                    /** Format: uuid */
                    auth_id: string;
                };
            };
        };
        responses: {
            /** @description Taken. Any other status, or no answer within 10 s, is a failure */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    chargeReturned: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's name */
                "x-service-event": components["parameters"]["XServiceEvent"];
                /** @description The id of the delivery, the same for every attempt: a receiver that has seen it does nothing */
                "x-service-delivery": components["parameters"]["XServiceDelivery"];
                /** @description `sha256=` and the hex HMAC-SHA256 of the body, byte for byte; the key is the whole secret as text, `whsec_` included */
                "x-service-signature": components["parameters"]["XServiceSignature"];
                /** @description `sandbox` or `live` */
                "x-service-env": components["parameters"]["XServiceEnv"];
                /** @description Standard Webhooks: the id of the delivery */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Standard Webhooks: seconds since 1970 of this attempt */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; the key is the secret's base64 part, decoded */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "auth_id": "019aa5b0-0000-7000-8000-0000000002de",
                 *       "return_id": "019aa5b0-0000-7000-8000-0000000003cc",
                 *       "refund": 7108,
                 *       "buyer_cut": 225,
                 *       "rec_cut": 224,
                 *       "award_adjusted": true
                 *     }
                 */
                "application/json": {
                    /** Format: uuid */
                    auth_id: string;
                    /** Format: uuid */
                    return_id: string;
                    /** @description Minor units of the currency of the checkout */
                    refund: number;
                    /** @description Deferred and pending cashback of the buyer that was taken back */
                    buyer_cut: number;
                    /** @description Pending cashback of recommenders that was taken back */
                    rec_cut: number;
                    /** @description Whether anything was taken back */
                    award_adjusted: boolean;
                };
            };
        };
        responses: {
            /** @description Taken. Any other status, or no answer within 10 s, is a failure */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
