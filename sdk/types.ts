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
         * Check that the service answers
         * @description No credential needed.
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
         * Check that the process is alive
         * @description No credential needed.
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
         * Mail a one-time code; the answer is the same for every address
         * @description No credential needed.
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
         * Sign in with the mailed code; the first sign-in creates the user
         * @description No credential needed.
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
         * End the sign-in with every token made from it, or all sign-ins of the user
         * @description Role: any signed-in user. Environment: either, with the same result.
         */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the open sign-ins of the user, newest first; a sign-in has one row, whatever its tokens
         * @description Role: any signed-in user. Environment: either, with the same result.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/sessions/{id}": {
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
         * End a sign-in of the user with every token made from it
         * @description Role: the user whose it is. Environment: either, with the same result.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/fresh/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a code to the user that permits acts with live effect
         * @description Role: any signed-in user. Environment: either, with the same result.
         */
        post: operations["requestFreshCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/fresh/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enter the mailed code; the sign-in and all its tokens are fresh from then on, for a while
         * @description Role: any signed-in user. Environment: either, with the same result.
         */
        post: operations["verifyFreshCode"];
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
         * Get a session token for an environment and an organization, or for the user as a consumer; the old token stays valid
         * @description Role: a member. Environment: either, with the same result.
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
         * Get the live eligibility of an organization, or of the user as a consumer
         * @description Role: a member. Environment: either, with the same result.
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
         * Get the signed-in user
         * @description Role: any signed-in user. Environment: either, with the same result.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update name and country of the signed-in user; a verified country cannot change
         * @description Role: any signed-in user. Environment: either, with the same result.
         */
        patch: operations["updateMe"];
        trace?: never;
    };
    "/me/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all data that is stored about the signed-in user, in both environments
         * @description Role: any signed-in user. Environment: either, with the same result.
         */
        get: operations["exportMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * List the caller's organizations, each with the caller's role, newest first
         * @description Role: any signed-in user. Environment: either, with the same result.
         */
        get: operations["listOrgs"];
        put?: never;
        /**
         * Create an organization; its creator becomes the owner
         * @description Role: any signed-in user. Environment: either, with the same result.
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
         * Get an organization of the caller
         * @description Role: a member. Environment: either, with the same result.
         */
        get: operations["getOrg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename an organization
         * @description Role: owner, admin. Environment: either, with the same result.
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
         * List the API calls of the organization in the caller's environment, newest first; kept for 30 days by default
         * @description Role: an API key of the organization; or a member. Scope of the key: `reports`. Environment: the credential's.
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
    "/orgs/{id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who changed what in the organization, in both environments, newest first
         * @description Role: owner, admin. Environment: either, with the same result.
         */
        get: operations["listAudit"];
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
         * List the organization's members, newest first
         * @description Role: a member. Environment: either, with the same result.
         */
        get: operations["listMembers"];
        put?: never;
        /**
         * Add an existing user as a member, with a role up to your own
         * @description Role: owner, admin. Environment: either, with the same result.
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
         * Remove a member and the pending invite for their address, effective on the member's next call. Any member may remove themselves
         * @description Role: owner, admin. Environment: either, with the same result.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change a member's role; old and new role are at most your own. Effective on the member's next call
         * @description Role: owner, admin. Environment: either, with the same result.
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
         * List the organization's invites, including ended ones, newest first
         * @description Role: a member. Environment: either, with the same result.
         */
        get: operations["listInvites"];
        put?: never;
        /**
         * Invite an e-mail address; its next sign-in joins. A repeat changes the role of the pending invite
         * @description Role: owner, admin. Environment: either, with the same result.
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
         * Revoke a pending invite
         * @description Role: owner, admin. Environment: either, with the same result.
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
         * Create an API key; only this answer contains the raw key
         * @description Role: owner, admin. Environment: either, with the same result.
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
         * Verify an API key and get its organization
         * @description Role: any API key. Scope of the key: none. Environment: either, with the same result.
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
         * List the organization's API keys of both environments, including revoked ones, newest first
         * @description Role: a member. Environment: either, with the same result.
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
         * Revoke an API key immediately; repeating it is safe
         * @description Role: owner, admin. Environment: either, with the same result.
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
         * Get the webhook URL and its health; never the secret
         * @description Role: a member. Environment: either, with the same result.
         */
        get: operations["getWebhook"];
        /**
         * Set the webhook URL; the secret is generated once and kept
         * @description Role: owner, admin. Environment: either, with the same result.
         */
        put: operations["putWebhook"];
        post?: never;
        /**
         * Remove the webhook URL and its secret; answers when all waiting deliveries are canceled
         * @description Role: owner, admin. Environment: either, with the same result.
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
         * Rotate the secret; the previous one also signs, in `webhook-signature`, for 24 hours
         * @description Role: owner, admin. Environment: either, with the same result.
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
         * List the organization's webhook deliveries in the caller's environment, newest first
         * @description Role: an API key of the organization; or a member. Scope of the key: `reports`. Environment: the credential's.
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
         * Get a delivery with its body, its attempts and the time of the next one
         * @description Role: an API key of the organization; or a member. Scope of the key: `reports`. Environment: the credential's.
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
         * Resend a delivery immediately, under its own id; an ended one starts a new schedule of retries
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
         * Resend all deliveries of a status, at most 1000; `dry_run` only counts them
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
         * Send a test event, `checkout.authorized` with made-up ids
         * @description Role: owner, admin. Environment: the credential's.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the organization's events in the caller's environment, oldest first, with or without a webhook; waits for the next one on request
         * @description Role: an API key of the organization; or a member. Scope of the key: `reports`. Environment: the credential's.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
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
         * List the shopper's recommendations, newest first
         * @description Role: any signed-in user. Environment: the credential's.
         */
        get: operations["listBuyList"];
        put?: never;
        /**
         * Recommend a product; a repeat activates the same entry again
         * @description Role: any signed-in user. Environment: the credential's.
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
         * Remove a product from the buy-list; earned cashback stays
         * @description Role: the shopper who owns it. Environment: the credential's.
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
         * Capture an authorized charge; repeating it is safe
         * @description Role: an API key of the organization; or the shopper who owns it. Scope of the key: `charges`. Environment: the credential's.
         */
        post: operations["captureCharge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/charges/{auth_id}/void": {
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
         * @description Role: an API key of the organization; or owner, admin, finance, support. Scope of the key: `charges`. Environment: the credential's.
         */
        post: operations["voidCharge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/charges/{auth_id}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return a captured charge in full or in part; each call is a new return
         * @description Role: an API key of the organization; or owner, admin, finance, support. Scope of the key: `returns`. Environment: the credential's.
         */
        post: operations["returnCharge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/charges/{auth_id}/return/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get what a return would refund and cut now; nothing is written
         * @description Role: an API key of the organization; or owner, admin, finance, support. Scope of the key: `returns`. Environment: the credential's.
         */
        post: operations["previewReturn"];
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
         * Create a checkout; it supersedes the terminal's pending one
         * @description Role: an API key of the organization. Scope of the key: `checkouts`. Environment: the credential's.
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
         * Get a checkout; waits for a change of its status on request
         * @description Role: an API key of the organization; or a member; or the shopper who owns it; or any signed-in user while it can be paid. Scope of the key: `checkouts`. Environment: the credential's.
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
         * Authorize a checkout; this holds its total in the shopper's wallet for 7 days
         * @description Role: any signed-in user. Environment: the credential's.
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
         * List the organization's terminals, newest first
         * @description Role: a member. Environment: either, with the same result.
         */
        get: operations["listTerminals"];
        put?: never;
        /**
         * Create a reusable terminal for a counter or register
         * @description Role: an API key of the organization; or a member. Scope of the key: `checkouts`. Environment: either, with the same result.
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
         * Rename a terminal, or deactivate or activate it
         * @description Role: a member. Environment: either, with the same result.
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
         * Get the active checkout of a terminal
         * @description Role: an API key of the organization; or any signed-in user. Scope of the key: `checkouts`. Environment: the credential's.
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
         * Get the shopper's wallets, one for each currency
         * @description Role: any signed-in user. Environment: the credential's.
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
         * List the movements in the shopper's wallets, newest first
         * @description Role: any signed-in user. Environment: the credential's.
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
         * Add test funds to the wallet
         * @description Role: any signed-in user. Environment: sandbox only; a live credential gets `not found`.
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
         * Receive an event of the bank: the service asks the bank, and only its answer moves money
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
         * Get the time of the organization's sandbox clock
         * @description Role: an API key of the organization; or a member. Scope of the key: `sandbox`. Environment: sandbox only; a live credential gets `not found`.
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
    "/sandbox/clock/due": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what falls due next by the sandbox clock, soonest first
         * @description Role: an API key of the organization; or a member. Scope of the key: `sandbox`. Environment: sandbox only; a live credential gets `not found`.
         */
        get: operations["listSandboxDue"];
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
         * Advance the organization's sandbox clock; answers when everything that fell due has been done
         * @description Role: an API key of the organization; or owner, admin. Scope of the key: `sandbox`. Environment: sandbox only; a live credential gets `not found`.
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
         * List the shopper's cashback awards, newest first
         * @description Role: any signed-in user. Environment: the credential's.
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
         * Start the verification (KYB) of a business, or continue the open one
         * @description Role: owner, admin. Environment: either, with the same result.
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
         * Get the verification status (KYB) of a business
         * @description Role: a member. Environment: either, with the same result.
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
         * Start the verification (KYC) of the signed-in user, or continue the open one; approval sets the user's country
         * @description Role: any signed-in user. Environment: either, with the same result.
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
         * Get the verification status (KYC) of the signed-in user
         * @description Role: any signed-in user. Environment: either, with the same result.
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
         * Receive a signed verdict of the verification provider: the service asks, and only its answer decides
         * @description Role: the partner, by its signature.
         */
        post: operations["receiveVerificationEvent"];
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
         * Register a bank destination in the UK, the EU or the EEA
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
         * Register a bank destination in the United States
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
         * List the organization's bank destinations, newest first
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
    "/bank/counterparties/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a live bank destination that somebody else registered, so that its hold ends
         * @description Role: owner, admin. Environment: live only; a sandbox credential gets `key env mismatch`.
         */
        post: operations["approveCounterparty"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bank/counterparties/{id}": {
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
         * Disable a bank destination: no payout goes to it any more
         * @description Role: owner, admin, finance. Environment: the credential's.
         */
        delete: operations["disableCounterparty"];
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
         * List the organization's payouts, newest first
         * @description Role: a member. Environment: the credential's.
         */
        get: operations["listPayouts"];
        put?: never;
        /**
         * Create a payout from the merchant's balance to its bank destination for this country and currency
         * @description Role: an API key of the organization; or owner, admin, finance. Scope of the key: `payouts`. Environment: the credential's.
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
         * Get a payout with its history and its next step
         * @description Role: an API key of the organization; or a member. Scope of the key: `payouts`. Environment: the credential's.
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
         * Settle a pending sandbox payout now instead of a day after its creation
         * @description Role: an API key of the organization; or owner, admin, finance. Scope of the key: `sandbox`. Environment: sandbox only; a live credential gets `not found`.
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
         * Return a settled sandbox payout
         * @description Role: an API key of the organization; or owner, admin, finance. Scope of the key: `sandbox`. Environment: sandbox only; a live credential gets `not found`.
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
         * Fail a pending sandbox payout
         * @description Role: an API key of the organization; or owner, admin, finance. Scope of the key: `sandbox`. Environment: sandbox only; a live credential gets `not found`.
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
         * Set a merchant's fee and recommender share, from the next capture on
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
         * Set a country's bounds of the recommender share, and open or close live there
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
         * Set a business's verification status; effective on the next live capture or payout
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
         * Set a consumer's verification status; effective on the next live payment
         * @description Role: the platform's operator.
         */
        post: operations["setKyc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/users/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase the personal data of a person; the books stay, under a pseudonym
         * @description Role: the platform's operator.
         */
        post: operations["eraseUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/orgs/{id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend an organization: it opens, authorizes, captures and pays out nothing
         * @description Role: the platform's operator.
         */
        post: operations["suspendOrg"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/orgs/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the suspension of an organization
         * @description Role: the platform's operator.
         */
        post: operations["resumeOrg"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/users/{id}/end-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End every sign-in of a user, with all tokens made from them
         * @description Role: the platform's operator.
         */
        post: operations["endSessionsOfUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/keys/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an API key of any organization
         * @description Role: the platform's operator.
         */
        post: operations["revokeKeyOfOrg"];
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
         * List the decisions of monitoring and screening, newest first
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
         * Run every integrity check and count its violations, all in one snapshot
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
    "/operator/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find any object, call or workflow by its id, with its workflow and the objects that belong to it
         * @description Role: the platform's operator.
         */
        get: operations["findObject"];
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
         * List the screening cases, newest first: payees whose names resemble an entry of a sanctions list
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
         * Clear a screening case; it no longer blocks payouts to the payee
         * @description Role: the platform's operator.
         */
        post: operations["clearScreeningCase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/bank/breaks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the differences between the books and the bank's list, newest first
         * @description Role: the platform's operator.
         */
        get: operations["listBankBreaks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/suspense": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the money of the bank that belongs to no party yet, newest first
         * @description Role: the platform's operator.
         */
        get: operations["listSuspenseCases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/suspense/{id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose to give the money of a suspense case to an organization or a shopper
         * @description Role: the platform's operator.
         */
        post: operations["assignSuspenseCase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/adjustments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the adjustments with the operators who proposed, approved or withdrew them, newest first
         * @description Role: the platform's operator.
         */
        get: operations["listAdjustments"];
        put?: never;
        /**
         * Propose to change the balance of an organization or of a wallet; another operator approves it
         * @description Role: the platform's operator.
         */
        post: operations["proposeAdjustment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/adjustments/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve what another operator proposed; the money moves at once
         * @description Role: the platform's operator.
         */
        post: operations["approveAdjustment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/adjustments/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a proposal that was a mistake; it can no longer be approved
         * @description Role: the platform's operator.
         */
        post: operations["withdrawAdjustment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/payouts/stuck": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the live payouts that wait for an operator, because the bank gives no final word, newest first
         * @description Role: the platform's operator.
         */
        get: operations["listStuckPayouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/payouts/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a stuck payout as the bank told an operator: settled, or never sent
         * @description Role: the platform's operator.
         */
        post: operations["resolvePayout"];
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
         * List the organization's sales in the caller's environment, newest first
         * @description Role: an API key of the organization; or a member. Scope of the key: `reports`. Environment: the credential's.
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
    "/orgs/{id}/sales/daily": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the organization's sales of each day in a currency, oldest first
         * @description Role: an API key of the organization; or a member. Scope of the key: `reports`. Environment: the credential's.
         */
        get: operations["listSalesDays"];
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
         * Get a sale with its items and its authorization
         * @description Role: an API key of the organization; or a member. Scope of the key: `reports`. Environment: the credential's.
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
         * Get the captured volume and the funded cashback, by currency
         * @description Role: an API key of the organization; or a member. Scope of the key: `reports`. Environment: the credential's.
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
         * Get the organization's balance, by currency
         * @description Role: an API key of the organization; or a member. Scope of the key: `payouts` or `reports`. Environment: the credential's.
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
    "/orgs/{id}/balance/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the movements of the organization's balance in a currency, newest first
         * @description Role: an API key of the organization; or a member. Scope of the key: `payouts` or `reports`. Environment: the credential's.
         */
        get: operations["listBalanceEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{id}/statements/{month}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a month's statement of the organization's balance in a currency
         * @description Role: an API key of the organization; or a member. Scope of the key: `reports`. Environment: the credential's.
         */
        get: operations["getStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{id}/returns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the organization's returns in the caller's environment, newest first
         * @description Role: an API key of the organization; or a member. Scope of the key: `reports`. Environment: the credential's.
         */
        get: operations["listReturns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/charges/{auth_id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the timeline of a charge: its past steps with their callers, and its next ones
         * @description Role: an API key of the organization; or a member. Scope of the key: `reports`. Environment: the credential's.
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
         * A shopper authorized a checkout
         * @description The first attempt follows the event at once. A failed attempt is retried after 60 s, 5 min, 15 min, 1 h and 6 h. Redirects are failures. The prefix `x-service-` is a setting.
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
         * A charge was captured
         * @description The first attempt follows the event at once. A failed attempt is retried after 60 s, 5 min, 15 min, 1 h and 6 h. Redirects are failures. The prefix `x-service-` is a setting.
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
         * A merchant voided an authorized charge
         * @description The first attempt follows the event at once. A failed attempt is retried after 60 s, 5 min, 15 min, 1 h and 6 h. Redirects are failures. The prefix `x-service-` is a setting.
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
         * A charge was returned in part or in full
         * @description The first attempt follows the event at once. A failed attempt is retried after 60 s, 5 min, 15 min, 1 h and 6 h. Redirects are failures. The prefix `x-service-` is a setting.
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
        Adjustment: {
            /** Format: uuid */
            id: string;
            org_id: string | null;
            user_id: string | null;
            /** @enum {string} */
            env: "sandbox" | "live";
            currency: string;
            /** @description Minor units. Above 0: money that came in. Below 0: money that went out */
            amount_minor: number;
            /** @description The suspense case whose money it is */
            case_id: string | null;
            /** @description The payout that the bank never got */
            payout_id: string | null;
            reason: string;
            /** @enum {string} */
            status: "PROPOSED" | "APPROVED" | "WITHDRAWN";
            /** @description The operator's name */
            proposed_by: string;
            /** Format: date-time */
            created_at: string;
            approved_by: string | null;
            approved_at: string | null;
            withdrawn_by: string | null;
            withdrawn_at: string | null;
        };
        AdjustmentStatus: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "PROPOSED" | "APPROVED" | "WITHDRAWN";
        };
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
            scopes: ("checkouts" | "charges" | "returns" | "payouts" | "reports" | "sandbox")[];
            expires_at: string | null;
            /** @description Networks in CIDR notation. Null: every address may use the key */
            allowed_addresses: string[] | null;
        };
        AuditEntry: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            at: string;
            /** @description The environment of the target, or else of the credential. Null for operators and the system */
            env: ("sandbox" | "live") | null;
            actor: {
                /** @enum {string} */
                kind: "user" | "key" | "operator" | "system";
                /** @description The id of the user or key, or the name of the operator */
                id: string | null;
                /** @description For users */
                email: string | null;
            };
            /** @enum {string} */
            action: "member.added" | "member.joined" | "member.role_changed" | "member.removed" | "member.left" | "invite.created" | "invite.revoked" | "invite.claimed" | "invite.expired" | "key.issued" | "key.revoked" | "webhook.set" | "webhook.rotated" | "webhook.deleted" | "destination.registered" | "destination.approved" | "destination.disabled" | "org.renamed" | "org.suspended" | "org.resumed" | "kyb.changed" | "pricing.changed" | "payout.requested" | "charge.voided" | "charge.returned";
            target: {
                kind: string;
                id: string;
            };
            /** @description The changed fields before the act */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description The changed fields after the act */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description The IP address of the caller */
            address: string | null;
            request_id: string | null;
        };
        Award: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            charge_id: string;
            product_id: string;
            /** @enum {string} */
            kind: "recommender" | "buyer";
            /** @description The amount left after returns */
            amount: number;
            /** @description The amount earned at capture */
            original_amount: number;
            currency: string;
            /**
             * @description DEFERRED until the buyer recommends the product, PENDING for 30 days, then LANDED in the wallet. VOIDED when returns cut all of it
             * @enum {string}
             */
            status: "DEFERRED" | "PENDING" | "LANDED" | "VOIDED";
            /** @description The time at which it lands. Null while deferred */
            pending_until: string | null;
            landed_at: string | null;
        };
        BalanceEntry: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "capture" | "return" | "payout" | "payout_reversal" | "adjustment";
            /** @description Minor units, negative when it leaves the balance */
            amount_minor: number;
            currency: string;
            /** @description Of captures and returns */
            charge_id: string | null;
            /** @description Of returns */
            return_id: string | null;
            /** @description Of payouts and their reversals */
            payout_id: string | null;
            /** Format: date-time */
            created_at: string;
        };
        BankBreak: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "missing_at_bank" | "missing_in_books" | "amount_differs" | "status_differs";
            /**
             * Format: date
             * @description The day on the bank's list, in UTC
             * @example 2026-11-21
             */
            day: string;
            currency: string;
            /** @description Null if our books do not have it */
            ours_minor: number | null;
            /** @description Null if the bank's list does not have it */
            theirs_minor: number | null;
            /** @description The id of the payout, or of the event that reported the deposit */
            reference: string;
            /**
             * @description A break that has healed is closed
             * @enum {string}
             */
            status: "OPEN" | "CLOSED";
            /** Format: date-time */
            opened_at: string;
            closed_at: string | null;
        };
        BankDestinationRegistered: {
            /** Format: uuid */
            counterparty_id: string;
            /** @enum {string} */
            name_match: "match" | "forced";
            /**
             * @description Only an `ACTIVE` destination is paid to. A live one that is `HELD` becomes active at `held_until`
             * @enum {string}
             */
            status: "ACTIVE" | "HELD" | "DISABLED";
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
             * @description Transaction reference. A repeated capture returns the same one
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
            /** @description Number of captured charges. Returns do not lower it */
            captured_count: number;
            /** @description Gross volume captured. Returns do not lower it */
            captured_minor: number;
            /** @description Cashback funded by the merchant, less the cuts of returns */
            funded_minor: number;
            /** @description Captures with at least one recommender */
            social_count: number;
            /** @description Pending and landed cashback of buyers. Deferred cashback does not count */
            to_buyers_minor: number;
            /** @description Cashback earned by recommenders, less the cuts of returns */
            to_recommenders_minor: number;
        };
        Challenge: {
            /** @constant */
            ok: true;
            /** @description Send it with the code: then the right code is accepted whatever others have tried */
            challenge: string;
        };
        Checkout: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            terminal_id: string;
            /** Format: uuid */
            merchant_id: string;
            merchant_name: string;
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
            /**
             * Format: uri
             * @description The page where the shopper pays: a link, or a QR code
             */
            pay_url: string;
            /** @description The page of the merchant's shop after paying */
            user_confirmation_url: string | null;
            /** @description The page of the merchant's shop for a shopper who does not pay */
            user_cancel_url: string | null;
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
             * @description A reusable terminal. When absent, a `USE_ONCE` terminal is created for this checkout
             */
            terminal_id?: string | null;
            /** @description The merchant's reference, returned with the sale. Not used for idempotency */
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
            /** @description Events that fell due on the way, in due order */
            fired: {
                /** @enum {string} */
                kind: "checkout_expiry" | "hold_lapse" | "award_landing" | "webhook_retry" | "payout_settlement";
                /**
                 * Format: uuid
                 * @description Id of the checkout, charge, award, delivery or payout
                 */
                id: string;
                /** Format: date-time */
                due_at: string;
            }[];
        };
        ClockDue: {
            /** Format: date-time */
            now: string;
            /** @description The next 200 events that fall due within 366 days, soonest first */
            due: {
                /** @enum {string} */
                kind: "checkout_expiry" | "hold_lapse" | "award_landing" | "webhook_retry" | "payout_settlement";
                /**
                 * Format: uuid
                 * @description Id of the checkout, charge, award, delivery or payout
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
             * @description The judged object of the first attempt: a noun and its id
             * @example checkout:019aa5b0-0000-7000-8000-000000000001
             */
            subject: string;
            rule: string;
            /** @enum {string} */
            decision: "BLOCKED" | "PASSED" | "FORCED" | "CLEARED";
            /** @description The input of the rule at the first attempt */
            facts: unknown;
            reason: string;
            /** Format: date-time */
            created_at: string;
            /** @description The number of blocked attempts that the record counts: its own, and the later ones of the same party, organization, environment, currency and rule on the same day (UTC). 1 for any other decision */
            attempts: number;
            /**
             * Format: date-time
             * @description The time of the last of them
             */
            last_attempt_at: string;
            /** @description The largest amount of them, in minor units. Null for a record that counts towards no limit */
            largest_amount_minor: number | null;
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
            /**
             * @description Only an `ACTIVE` destination is paid to. A live one that is `HELD` becomes active at `held_until`
             * @enum {string}
             */
            status: "ACTIVE" | "HELD" | "DISABLED";
            /** @description The end of the hold. Null unless `HELD` */
            held_until: string | null;
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
             * @description The value of `x-service-delivery` and `webhook-id`
             */
            id: string;
            /** @enum {string} */
            event: "checkout.authorized" | "charge.captured" | "charge.voided" | "charge.returned";
            /** @enum {string} */
            status: "PENDING" | "DELIVERED" | "FAILED" | "CANCELED";
            /** Format: date-time */
            created_at: string;
            /** @description Null unless the delivery waits */
            next_attempt_at: string | null;
            /** @description True for a delivery of `POST …/webhook/test` */
            test: boolean;
        };
        DeliveryDetail: {
            /**
             * Format: uuid
             * @description The value of `x-service-delivery` and `webhook-id`
             */
            id: string;
            /** @enum {string} */
            event: "checkout.authorized" | "charge.captured" | "charge.voided" | "charge.returned";
            /** @enum {string} */
            status: "PENDING" | "DELIVERED" | "FAILED" | "CANCELED";
            /** Format: date-time */
            created_at: string;
            /** @description Null unless the delivery waits */
            next_attempt_at: string | null;
            /** @description True for a delivery of `POST …/webhook/test` */
            test: boolean;
            /** @description The exact text of the request body */
            body: string;
            attempts: {
                /** @description Counts from 1. A resend continues the numbers */
                number: number;
                /** Format: date-time */
                at: string;
                /** @description Null without an answer */
                status_code: number | null;
                ms: number | null;
                /** @description The first 2 KB of the answer, as text */
                response: string | null;
                /** @description The cause of a failure without a valid answer. `interrupted` when our process ended before the result was known */
                error: string | null;
                /** @description True for an attempt requested by hand, outside the schedule */
                manual: boolean;
                under_way: boolean;
            }[];
        };
        /**
         * @example {
         *       "error": "bad line",
         *       "detail": "items[0].unit_price: whole minor units, got 19.99",
         *       "hint": "Each line needs product_id and display_name (text), unit_price (minor units) and qty (1 or more); a return only product_id and qty."
         *     }
         */
        Error: {
            /** @description The reason, exactly as documented */
            error: string;
            /** @description What exactly is wrong, and where. For people: its text may change */
            detail?: string;
            /** @description What to do about it. For people: its text may change */
            hint?: string;
        };
        Event: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            event: "checkout.authorized" | "charge.captured" | "charge.voided" | "charge.returned";
            /** Format: date-time */
            created_at: string;
            /** @description True for an event of `POST …/webhook/test` */
            test: boolean;
            /** @description The value of `x-service-delivery`. Null: the organization had no webhook */
            delivery_id: string | null;
            /** @description The exact text of the request body that a webhook carries */
            body: string;
        };
        Export: {
            /** Format: date-time */
            exported_at: string;
            user: components["schemas"]["ExportedUser"];
            /** @description org_id, org_name, role, status, created_at */
            memberships: components["schemas"]["ExportedRow"][];
            /** @description id, env, org_id, created_at, last_used_at, expires_at, ended_at, address, user_agent */
            sessions: components["schemas"]["ExportedRow"][];
            /** @description env, currency, balance_minor, held_minor */
            wallets: components["schemas"]["ExportedRow"][];
            /** @description id, env, kind, amount_minor, currency, charge_id, created_at */
            wallet_entries: components["schemas"]["ExportedRow"][];
            /** @description id, checkout_id, org_id, org_name, env, status, currency, total_minor, shipping_amount, tax_amount, order_id, store, shipping, items, authorized_at, captured_at, voided_at, lapsed_at, recorded_at */
            payments: components["schemas"]["ExportedRow"][];
            /** @description id, charge_id, env, refund_minor, buyer_cut_minor, reason, created_at */
            returns: components["schemas"]["ExportedRow"][];
            /** @description id, charge_id, env, product_id, kind, amount, original_amount, currency, status, pending_until, landed_at */
            awards: components["schemas"]["ExportedRow"][];
            /** @description id, env, merchant_id, product_id, display_name, status, created_at */
            buy_list: components["schemas"]["ExportedRow"][];
            /** @description id, env, merchant_id, product_id, display_name, created_at */
            recommendations: components["schemas"]["ExportedRow"][];
            /** @description id, country_code, status, created_at, expires_at, decided_at */
            verifications: components["schemas"]["ExportedRow"][];
            /** @description id, org_id, org_name, role, status, created_at, expires_at, ended_at */
            invites: components["schemas"]["ExportedRow"][];
            /** @description id, org_id, env, at, action, address */
            acts: components["schemas"]["ExportedRow"][];
            /** @description The lists whose older rows are missing, because they exceed the limits: 1000 rows a list, and 8 MiB of payments */
            truncated: ("memberships" | "sessions" | "wallets" | "wallet_entries" | "payments" | "returns" | "awards" | "buy_list" | "recommendations" | "verifications" | "invites" | "acts")[];
        };
        ExportedRow: {
            [key: string]: unknown;
        };
        ExportedUser: {
            /** Format: uuid */
            user_id: string;
            email: string;
            first_name: string;
            last_name: string;
            country_code: string;
            kyc_status: string;
            /** Format: date-time */
            created_at: string;
        };
        FoundObject: {
            /** @enum {string} */
            kind: "org" | "user" | "terminal" | "checkout" | "charge" | "return" | "award" | "payout" | "counterparty" | "delivery" | "key" | "verification_case" | "screening_case" | "compliance_record" | "invite" | "entry" | "recommendation" | "journal" | "session" | "sign_in_code" | "audit_entry" | "deposit" | "request";
            /** @description The id of the object. For a request, its `x-request-id` */
            id: string;
            org_id: string | null;
            env: ("sandbox" | "live") | null;
            /** @description The status of the object; the decision of a compliance record, the action of an audit entry, the HTTP status of a request. Null for an object without one, and for a payout that was refused */
            status: string | null;
            /** @description The number of blocked attempts that a compliance record counts. Absent for other kinds */
            attempts?: number;
            /** @description The workflow that moves the object. Temporal deletes it some time after its end */
            workflow_id: string | null;
            /** @description The workflow in Temporal's Web UI. Null without the setting `TEMPORAL_UI_URL` */
            workflow_url: string | null;
            /** @description Objects that belong to this one, at most 50 of a kind: look each up by its id */
            related: {
                kind: string;
                id: string;
            }[];
        };
        Freshness: {
            /**
             * Format: date-time
             * @description Until then, acts with live effect are permitted
             */
            fresh_until: string;
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
             * @description The role granted at the next sign-in with this address
             * @enum {string}
             */
            role: "owner" | "admin" | "finance" | "support" | "developer";
            /** @enum {string} */
            status: "PENDING" | "CLAIMED" | "REVOKED" | "EXPIRED";
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
             * @description The time at which the call arrived, in real time
             */
            created_at: string;
            method: string;
            /** @description The path of this document */
            route: string;
            /** @description The path of the call, without the query. A segment that should be an id and is not shows the parameter name */
            path: string;
            status: number;
            /** @description Milliseconds until the answer */
            ms: number;
            /** @description The `error` of the answer. Null for a successful call */
            reason: string | null;
            /** @description What exactly was wrong, and where; or the service that did not answer */
            detail: string | null;
            /** @description What to do about it, as in the answer */
            hint: string | null;
            /** @enum {string} */
            credential: "api_key" | "session";
            /**
             * Format: uuid
             * @description Id of the key or of the session's user
             */
            credential_id: string;
            /** @description `first` for the first call with an `Idempotency-Key`, `replayed` when its first answer was sent again. Null without a key */
            idempotency: ("first" | "replayed") | null;
        };
        Member: {
            /** Format: uuid */
            user_id: string;
            /** @description The address that the member signs in with. Empty until they join */
            email: string;
            first_name: string;
            last_name: string;
            /** @enum {string} */
            role: "owner" | "admin" | "finance" | "support" | "developer";
            /** @enum {string} */
            status: "PENDING" | "ACTIVE";
        };
        MerchantBalance: {
            currency: string;
            /** @description Negative when returns exceed the balance. Payouts then wait */
            available_minor: number;
            /** @description Reserved for pending payouts */
            pending_payout_minor: number;
        };
        Ok: {
            /** @constant */
            ok: true;
        };
        /**
         * @example {
         *       "reason": "reported by the owner"
         *     }
         */
        OperatorReason: {
            /** @description The reason, recorded in the audit table */
            reason: string;
        };
        Organization: {
            /** Format: uuid */
            org_id: string;
            name: string;
            /** @description Sets the default currency and payout rails */
            country_code: string;
            /** @enum {string} */
            status: "ACTIVE" | "SUSPENDED";
        };
        OrganizationOfUser: {
            /** Format: uuid */
            org_id: string;
            name: string;
            /** @description Sets the default currency and payout rails */
            country_code: string;
            /** @enum {string} */
            status: "ACTIVE" | "SUSPENDED";
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
            /** @description The bank's reason for a failure or a return */
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
            /** @description The bank's reason for a failure or a return */
            failure_reason: string | null;
            country_code: string;
            timeline: {
                /** @enum {string} */
                step: "reserved" | "taken_by_bank" | "settled" | "failed" | "returned" | "settles";
                /** Format: date-time */
                at: string;
                /** @description The caller who requested the step. Null for a step of the bank or the clock */
                actor: string | null;
                /** @description The change of the merchant's balance. Null without a change */
                amount_minor: number | null;
                /** @description True for a step in the future */
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
        Resolution: {
            /**
             * Format: uuid
             * @description The payout; for `PROPOSED` the adjustment to approve
             */
            id: string;
            /** @enum {string} */
            status: "SETTLED" | "FAILED" | "PROPOSED";
        };
        Return: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            charge_id: string;
            /** Format: uuid */
            checkout_id: string;
            /** @description Paid back to the shopper */
            refund: number;
            /** @description Taken from the buyer's cashback */
            buyer_cut: number;
            /** @description Taken from recommenders' cashback */
            rec_cut: number;
            currency: string;
            reason: string | null;
            /** Format: date-time */
            created_at: string;
        };
        ReturnPreview: {
            /** @description Goods plus pro-rata shipping and tax */
            refund: number;
            /** @description Deferred and pending buyer cashback removed */
            buyer_cut: number;
            /** @description Pending recommender cashback removed */
            rec_cut: number;
            award_adjusted: boolean;
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
            /** @description Empty for a `USE_ONCE` terminal */
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
            /** @description Empty for a `USE_ONCE` terminal */
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
            /** @description The charge. Null until a shopper authorizes */
            auth: {
                /** Format: uuid */
                id: string;
                /** @enum {string} */
                status: "AUTHORIZED" | "CAPTURED" | "VOIDED" | "EXPIRED";
            } | null;
            items: components["schemas"]["CheckoutItem"][];
            /** @description Id of the checkout's workflow in the Temporal Web UI */
            workflow_id: string;
        };
        SalesDay: {
            /** Format: date */
            date: string;
            captured_count: number;
            /** @description Total of the charges that were captured on this day */
            captured_minor: number;
            /** @description Refunds of the returns of this day */
            returned_minor: number;
            /** @description Fees of the captures */
            fee_minor: number;
            /** @description Cashback pots of the captures */
            cashback_minor: number;
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
            /** @description The given name of the payee */
            payee_name: string;
            /** @description The registered name of the account, if the bank reported it. It is screened too */
            registered_name: string | null;
            list: string;
            /** @description The list's id of the entry that resembles one of the payee's names */
            entity_id: string;
            /** @description Similarity of the names, up to 1 for equal names */
            score: number;
            /** @enum {string} */
            status: "OPEN" | "CLEARED";
            /** Format: date-time */
            opened_at: string;
            cleared_at: string | null;
            reason: string | null;
        };
        Session: {
            /** @description Begins with `sess_`. Valid for 30 days */
            session_token: string;
            /** Format: uuid */
            user_id: string;
            /** @enum {string} */
            env: "sandbox" | "live";
            live_eligible: boolean;
            live_blockers: ("kyb_not_approved" | "kyc_not_approved" | "no_live_banking_partner" | "org_required")[];
        };
        SessionInMode: {
            /** @description Begins with `sess_`. Valid for 30 days */
            session_token: string;
            /** Format: uuid */
            user_id: string;
            /** @enum {string} */
            env: "sandbox" | "live";
            live_eligible: boolean;
            live_blockers: ("kyb_not_approved" | "kyc_not_approved" | "no_live_banking_partner" | "org_required")[];
            /** @description The organization that the session acts for. Null for a consumer */
            org_id: string | null;
        };
        SignIn: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Exact to five minutes
             */
            last_used_at: string;
            /**
             * @description The environment of the sign-in
             * @enum {string}
             */
            env: "sandbox" | "live";
            /** @description The user's only organization at the sign-in. Null with several or none */
            org_id: string | null;
            /** @description The IP address of the sign-in */
            address: string | null;
            user_agent: string | null;
            /** @description True for the sign-in of this call */
            current: boolean;
        };
        Statement: {
            currency: string;
            month: string;
            /** @description Minor units. The balance at the beginning of the month */
            opening_minor: number;
            /** @description Minor units. Total of captured charges */
            captured_minor: number;
            /** @description Minor units. Fees of captured charges, 0 or negative */
            fees_minor: number;
            /** @description Minor units. Cashback funded at capture, 0 or negative */
            cashback_minor: number;
            /** @description Minor units. Refunds, 0 or negative */
            returned_minor: number;
            /** @description Minor units. Cashback that returns took back */
            cashback_cut_minor: number;
            /** @description Minor units. Reserved for payouts, 0 or negative */
            paid_out_minor: number;
            /** @description Minor units. Payouts that failed or came back */
            reversed_minor: number;
            /** @description Minor units. Adjustments by the platform */
            adjusted_minor: number;
            /** @description Minor units. Opening plus all parts: the opening of the next month */
            closing_minor: number;
        };
        StuckPayout: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            org_id: string;
            /** @description Minor units of the currency beside it */
            amount_minor: number;
            currency: string;
            /** @constant */
            status: "PENDING";
            /** @description The reason why it does not end by itself */
            reason: string;
            /** @description When it was first sent to the bank */
            submitted_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            stuck_at: string;
            /** @description The proposal to end it as not sent, which a second operator approves */
            adjustment_id: string | null;
        };
        SuspenseCase: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "unknown_user" | "unknown_currency" | "past_bound" | "contradiction";
            /** @enum {string} */
            env: "sandbox" | "live";
            /** @description Minor units. Above 0: money that came in. Below 0: money that went out */
            amount_minor: number;
            currency: string;
            /** @description The bank's report, and what our books have */
            facts: unknown;
            /** @enum {string} */
            status: "OPEN" | "ASSIGNED";
            /** Format: date-time */
            created_at: string;
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
            /** @description Id of the checkout's workflow in the Temporal Web UI */
            workflow_id: string;
            /** @enum {string} */
            status: "AUTHORIZED" | "CAPTURED" | "VOIDED" | "EXPIRED";
            currency: string;
            /**
             * Format: date-time
             * @description The organization's time of this answer. Compare due_at with it
             */
            now: string;
            /** @description Oldest first */
            steps: components["schemas"]["TimelineStep"][];
            /** @description Events that are due, soonest first. Deferred awards have no due time: they wait for their buyer */
            next: components["schemas"]["TimelineDue"][];
        };
        TimelineDue: {
            /**
             * Format: date-time
             * @description By the organization's clock
             */
            due_at: string;
            /**
             * @description A `kind` of the sandbox clock
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
             * @description By the organization's clock
             */
            at: string;
            /**
             * @description - `checkout.created`: The merchant created the checkout. amounts: total_minor, cashback_minor; detail: terminal_id, order_id
             *     - `charge.authorized`: A shopper authorized; the total is held. amounts: held_minor; detail: hold_expires_at
             *     - `charge.captured`: The money moved. amounts: total_minor, mdr_fee, total_cashback, recommender_amount, deferred_buyer_amount, merchant_net; detail: journal_id, mdr_bps, recommender_share_bps
             *     - `charge.voided`: The merchant released the hold. amounts: released_minor
             *     - `charge.expired`: The hold lapsed after seven days. amounts: released_minor
             *     - `charge.returned`: The merchant recorded a return. amounts: refund, goods, shipping_amount, tax_amount, buyer_cut, rec_cut; detail: journal_id, reason, award_adjusted, items [{product_id, qty}]
             *     - `award.landed`: Cashback landed in the beneficiary's wallet. amounts: amount; detail: product_id, kind, beneficiary_id
             *     - `journal.posted`: A balanced journal was posted to the ledger. detail: kind (capture, return, landing), entries [{account, owner_id, amount_minor}]
             *     - `award.deferred`: The buyer earns the award when they recommend the product. amounts: amount; detail: product_id, kind, beneficiary_id
             *     - `award.pending`: The award waits for 30 days before it lands. amounts: amount; detail: as above, and pending_until
             *     - `award.cut`: A return cut the award. amounts: cut, amount (the rest); detail: as above, and return_id
             *     - `award.voided`: A return cut the whole rest of the award. amounts: cut, amount (0); detail: as above, and return_id
             *     - `webhook.event`: An event was written. detail: event, and delivery {id, status, next_attempt_at} in its current state, or null if no URL was set
             *     - `webhook.attempted`: One attempt of a delivery; id is the delivery. detail: event, number, outcome (delivered, failed, open), status_code, ms, error, next_attempt_at
             * @enum {string}
             */
            step: "checkout.created" | "charge.authorized" | "charge.captured" | "charge.voided" | "charge.expired" | "charge.returned" | "award.landed" | "journal.posted" | "award.deferred" | "award.pending" | "award.cut" | "award.voided" | "webhook.event" | "webhook.attempted";
            /**
             * Format: uuid
             * @description Id of the checkout, charge, return, award, journal, event or delivery
             */
            id: string;
            /**
             * @description The caller who requested the step: `api_key:<id>` or `user:<id>`. Null for a step of the service
             * @example null
             */
            actor: string | null;
            /** @description Minor units of the charge's currency, by name */
            amounts: {
                [key: string]: number;
            };
            /** @description More facts of the step, by name */
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
            /** @description The reason for the decision, recorded in the audit table */
            reason: string;
        };
        VerificationStarted: {
            /**
             * Format: uri
             * @description The hosted verification page. Show it to the applicant only
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
            /** @description balance_minor minus held_minor */
            available_minor: number;
            /** @description Cashback that lands within 30 days */
            pending_cashback_minor: number;
            /** @description Cashback that the shopper earns by recommending the product */
            deferred_cashback_minor: number;
        };
        WalletEntry: {
            /** Format: uuid */
            id: string;
            kind: string;
            /** @description Negative when money leaves the wallet */
            amount_minor: number;
            currency: string;
            charge_id: string | null;
            /** Format: date-time */
            created_at: string;
        };
    };
    responses: {
        /** @description The caller is not allowed to do this */
        AddressNotAllowedOrKeyEnvMismatchOrKeyScopeRequiredReports: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller is not allowed to do this */
        AddressNotAllowedOrKeyScopeRequiredCheckouts: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller is not allowed to do this */
        AddressNotAllowedOrKeyScopeRequiredPayoutsReports: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller is not allowed to do this */
        AddressNotAllowedOrKeyScopeRequiredReports: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller is not allowed to do this */
        AddressNotAllowedOrKeyScopeRequiredSandbox: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller is not allowed to do this */
        AddressNotAllowedOrOwnerAdminFinanceRequiredOrKeyEnvMismatchOrKeyScopeRequiredSandbox: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller is not allowed to do this */
        AddressNotAllowedOrOwnerAdminFinanceSupportRequiredOrKeyEnvMismatchOrKeyScopeRequiredReturns: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The object does not exist, or is not accessible to this caller */
        AdjustmentNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is invalid, or the state of the object does not allow it */
        AlreadyAMemberOrBadJsonOrIdempotencyKeyOrInvalid: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is invalid, or the state of the object does not allow it */
        BadCountryCodeOrBadJsonOrInvalid: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is invalid, or the state of the object does not allow it */
        BadCurrencyOrBadJsonOrIdempotencyKeyOrInvalid: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is invalid, or the state of the object does not allow it */
        BadCursorOrBadLimitOrBadStatusOrInvalid: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is invalid, or the state of the object does not allow it */
        BadCursorOrBadLimitOrInvalid: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is invalid, or the state of the object does not allow it */
        BadCursorOrBadLimitOrInvalidOrOrgRequired: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is invalid, or the state of the object does not allow it */
        BadJson: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is invalid, or the state of the object does not allow it */
        BadJsonOrBadLineOrChargeNotCapturedOrEmptyItemsOrIdempotencyKeyOrInvalidOrReturnQtyExceedsCaptured: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is invalid, or the state of the object does not allow it */
        BadJsonOrCaseNotOpenOrIdempotencyKeyOrInvalid: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is invalid, or the state of the object does not allow it */
        BadJsonOrIdempotencyKeyOrInvalid: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is invalid, or the state of the object does not allow it */
        BadJsonOrIdempotencyKeyOrNoWebhookUrl: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is invalid, or the state of the object does not allow it */
        BadJsonOrIdempotencyKeyOrPayoutState: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is invalid, or the state of the object does not allow it */
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
        /** @description The object does not exist, or is not accessible to this caller */
        CaseNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The object does not exist, or is not accessible to this caller */
        ChargeNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The object does not exist, or is not accessible to this caller */
        CheckoutNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The object does not exist, or is not accessible to this caller */
        CounterpartyNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The object does not exist, or is not accessible to this caller */
        DeliveryNotFoundOrOrgNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The idempotency key was used for another request */
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
        /** @description The request is invalid, or the state of the object does not allow it */
        Invalid: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credential is missing or invalid */
        InvalidApiKeyOrInvalidSessionOrMissingApiKey: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credential is missing or invalid */
        InvalidApiKeyOrMissingApiKey: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credential is missing or invalid */
        InvalidOperatorToken: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is invalid, or the state of the object does not allow it */
        InvalidOrOrgRequired: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credential is missing or invalid */
        InvalidSession: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credential is missing or invalid */
        InvalidSignature: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The object does not exist, or is not accessible to this caller */
        MemberNotFoundOrOrgNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The object does not exist, or is not accessible to this caller */
        NotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The object does not exist, or is not accessible to this caller */
        NotFoundOrOrgNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The object does not exist, or is not accessible to this caller */
        NotFoundOrPayoutNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller is not allowed to do this */
        OperatorRoleRequired: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller is not allowed to do this */
        OperatorRoleRequiredOrSecondOperatorRequired: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The object does not exist, or is not accessible to this caller */
        OrgNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The object does not exist, or is not accessible to this caller */
        OrgNotFoundOrUserNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller is not allowed to do this */
        OwnerAdminFinanceRequiredOrFreshCodeRequired: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller is not allowed to do this */
        OwnerAdminRequired: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller is not allowed to do this */
        OwnerAdminRequiredOrFreshCodeRequired: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The object does not exist, or is not accessible to this caller */
        PayoutNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests. Retry after the seconds in `retry-after` */
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
        /** @description The first request with this idempotency key is still running. Retry */
        RequestInProgress: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The object does not exist, or is not accessible to this caller */
        TerminalNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A dependency did not answer in time. Retrying with the same `Idempotency-Key` is safe */
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
        /** @description The object does not exist, or is not accessible to this caller */
        UserNotFound: {
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
        Currency: string;
        /** @description A previous `next_cursor` */
        Cursor: string;
        DeliveryId: string;
        /** @description Only rows that were created at or after this time */
        From: string;
        Id: string;
        /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
        IdempotencyKey: string;
        Limit: number;
        OrgId: string;
        /** @description Only rows that were created before this time */
        To: string;
        UserId: string;
        /** @description Standard Webhooks: the id of the delivery */
        WebhookId: string;
        /** @description Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. The key is the secret's decoded base64 part */
        WebhookSignature: string;
        /** @description Standard Webhooks: the time of this attempt, in seconds since 1970 */
        WebhookTimestamp: string;
        /** @description The id of the delivery, the same for every attempt. Ignore a delivery whose id you have seen */
        XServiceDelivery: string;
        /** @description `sandbox` or `live` */
        XServiceEnv: string;
        /** @description The event's name */
        XServiceEvent: string;
        /** @description `sha256=` and the hex HMAC-SHA256 of the raw body. The key is the whole secret as text, including `whsec_` */
        XServiceSignature: string;
        /** @description `true` for a test event, whose ids are made up. Absent from every other event */
        XServiceTest: "true";
    };
    requestBodies: never;
    headers: {
        /** @description Id of this request in logs */
        RequestId: string;
        /** @description Seconds to wait before a retry */
        RetryAfter: number;
        /** @description Remaining calls in this window, and seconds until the next: `"key";r=998;t=7` */
        RateLimit: string;
        /** @description The limit of calls in a window, and its length in seconds: `"key";q=1000;w=10` */
        RateLimitPolicy: string;
        /** @description `true` when this is the stored first answer of the `idempotency-key` */
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
            /** @description Success */
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
            /** @description Success */
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
            /** @description Success */
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
                     *       "ok": true,
                     *       "challenge": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Challenge"];
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
                    /** @description The answer of the request for the code */
                    challenge?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
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
            /** @description The credential is missing or invalid */
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
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "everywhere": true
                 *     }
                 */
                "application/json": {
                    /** @description true ends all sign-ins of the user */
                    everywhere?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Success */
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
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
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
                     *       "sessions": [
                     *         {
                     *           "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *           "created_at": "2026-11-21T10:00:00.000Z",
                     *           "last_used_at": "2026-11-21T10:00:00.000Z",
                     *           "env": "sandbox",
                     *           "org_id": "019aa5b0-0000-7000-8000-000000000274",
                     *           "address": "text",
                     *           "user_agent": "text",
                     *           "current": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        sessions: components["schemas"]["SignIn"][];
                    };
                };
            };
            401: components["responses"]["InvalidSession"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endSession: {
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
            /** @description Success */
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
            /** @description The object does not exist, or is not accessible to this caller */
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
    requestFreshCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
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
    verifyFreshCode: {
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
                 *       "code": "123456"
                 *     }
                 */
                "application/json": {
                    /** @description The six digits from the mail */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Success */
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
                     *       "fresh_until": "2026-11-21T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Freshness"];
                };
            };
            400: components["responses"]["BadJsonOrInvalid"];
            /** @description The credential is missing or invalid */
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
            /** @description Success */
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
            /** @description The caller is not allowed to do this */
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
            /** @description Success */
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
            400: components["responses"]["Invalid"];
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
            /** @description Success */
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
            /** @description Success */
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
    exportMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
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
                     *       "exported_at": "2026-11-21T10:00:00.000Z",
                     *       "user": {
                     *         "user_id": "019aa5b0-0000-7000-8000-0000000002eb",
                     *         "email": "ann@example.com",
                     *         "first_name": "Ann",
                     *         "last_name": "Meyer",
                     *         "country_code": "US",
                     *         "kyc_status": "text",
                     *         "created_at": "2026-11-21T10:00:00.000Z"
                     *       },
                     *       "memberships": [
                     *         {}
                     *       ],
                     *       "sessions": [
                     *         {}
                     *       ],
                     *       "wallets": [
                     *         {}
                     *       ],
                     *       "wallet_entries": [
                     *         {}
                     *       ],
                     *       "payments": [
                     *         {}
                     *       ],
                     *       "returns": [
                     *         {}
                     *       ],
                     *       "awards": [
                     *         {}
                     *       ],
                     *       "buy_list": [
                     *         {}
                     *       ],
                     *       "recommendations": [
                     *         {}
                     *       ],
                     *       "verifications": [
                     *         {}
                     *       ],
                     *       "invites": [
                     *         {}
                     *       ],
                     *       "acts": [
                     *         {}
                     *       ],
                     *       "truncated": [
                     *         "memberships"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Export"];
                };
            };
            401: components["responses"]["InvalidSession"];
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
            /** @description Success */
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
            /** @description Success */
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
            /** @description The request is invalid, or the state of the object does not allow it */
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
            /** @description Success */
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
            /** @description Success */
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
                /** @description A status such as `404`, or a class of statuses: `2xx`, `4xx`, `5xx` */
                status?: string;
                /** @description Calls refused with exactly this reason */
                reason?: string;
                /** @description Calls with this `x-request-id` */
                request_id?: string;
                /** @description A path of this document, such as `/charges/{auth_id}/capture` */
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
            /** @description Success */
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
                     *           "hint": "text",
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
            403: components["responses"]["AddressNotAllowedOrKeyScopeRequiredReports"];
            404: components["responses"]["OrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description A previous `next_cursor` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only this action */
                action?: "member.added" | "member.joined" | "member.role_changed" | "member.removed" | "member.left" | "invite.created" | "invite.revoked" | "invite.claimed" | "invite.expired" | "key.issued" | "key.revoked" | "webhook.set" | "webhook.rotated" | "webhook.deleted" | "destination.registered" | "destination.approved" | "destination.disabled" | "org.renamed" | "org.suspended" | "org.resumed" | "kyb.changed" | "pricing.changed" | "payout.requested" | "charge.voided" | "charge.returned" | null;
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
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
                     *           "at": "2026-11-21T10:00:00.000Z",
                     *           "env": "sandbox",
                     *           "actor": {
                     *             "kind": "user",
                     *             "id": "text",
                     *             "email": "ann@example.com"
                     *           },
                     *           "action": "member.added",
                     *           "target": {
                     *             "kind": "text",
                     *             "id": "text"
                     *           },
                     *           "before": {},
                     *           "after": {},
                     *           "address": "text",
                     *           "request_id": "019aa5b0-0000-7000-8000-000000000435"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        entries: components["schemas"]["AuditEntry"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The request is invalid, or the state of the object does not allow it */
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
            /** @description Success */
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
                     *           "status": "PENDING"
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
            /** @description Success */
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
                     *       "status": "PENDING"
                     *     }
                     */
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["AlreadyAMemberOrBadJsonOrIdempotencyKeyOrInvalid"];
            401: components["responses"]["InvalidSession"];
            403: components["responses"]["OwnerAdminRequiredOrFreshCodeRequired"];
            404: components["responses"]["OrgNotFoundOrUserNotFound"];
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
            /** @description Success */
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
            /** @description The request is invalid, or the state of the object does not allow it */
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
            /** @description Success */
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
                     *       "status": "PENDING"
                     *     }
                     */
                    "application/json": components["schemas"]["Member"];
                };
            };
            /** @description The request is invalid, or the state of the object does not allow it */
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
            403: components["responses"]["OwnerAdminRequiredOrFreshCodeRequired"];
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
            /** @description Success */
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
            /** @description Success */
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
            403: components["responses"]["OwnerAdminRequiredOrFreshCodeRequired"];
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
            /** @description Success */
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
            /** @description The request is invalid, or the state of the object does not allow it */
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
            /** @description The object does not exist, or is not accessible to this caller */
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
                 *       "name": "till server",
                 *       "scopes": [
                 *         "checkouts",
                 *         "charges"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** Format: uuid */
                    org_id?: string | null;
                    /** @enum {string} */
                    env: "sandbox" | "live";
                    name: string;
                    /** @description The calls that the key may make. Absent: all */
                    scopes?: ("checkouts" | "charges" | "returns" | "payouts" | "reports" | "sandbox")[] | null;
                    /** @description A time in the future. Absent: never */
                    expires_at?: string | null;
                    /** @description The networks that may use the key, in CIDR notation. Absent: all */
                    allowed_addresses?: string[] | null;
                };
            };
        };
        responses: {
            /** @description Success */
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
                        /** @description The raw key. Only this answer contains it. Null in the answer to an idempotent repeat */
                        key: string | null;
                        /** Format: uuid */
                        id: string;
                        /** @description First 12 characters of the key, safe to display */
                        prefix: string;
                    };
                };
            };
            /** @description The request is invalid, or the state of the object does not allow it */
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
            403: components["responses"]["OwnerAdminRequiredOrFreshCodeRequired"];
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
            /** @description Success */
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
            /** @description The caller is not allowed to do this */
            403: {
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
            /** @description Success */
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
                     *           "last_used_at": "2026-11-21T10:00:00.000Z",
                     *           "scopes": [
                     *             "checkouts"
                     *           ],
                     *           "expires_at": "2026-11-21T10:00:00.000Z",
                     *           "allowed_addresses": [
                     *             "text"
                     *           ]
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
            /** @description Success */
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
            /** @description The object does not exist, or is not accessible to this caller */
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
            /** @description Success */
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
                        /** @description The health of this URL, in real time. Absent until a delivery is `DELIVERED` or `FAILED` */
                        health?: {
                            /** @description The last successful delivery, accurate to ten seconds */
                            last_success_at: string | null;
                            /** @description The time at which the first delivery since the last success became `FAILED` */
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
            /** @description Success */
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
                        /** @description The key of the delivery signatures. Begins with `whsec_` */
                        secret: string;
                    };
                };
            };
            400: components["responses"]["BadJsonOrInvalid"];
            401: components["responses"]["InvalidSession"];
            403: components["responses"]["OwnerAdminRequiredOrFreshCodeRequired"];
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
            /** @description Success */
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
            403: components["responses"]["OwnerAdminRequiredOrFreshCodeRequired"];
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
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
                        /** @description The key of the delivery signatures. Begins with `whsec_`. Null in the answer to an idempotent repeat */
                        secret: string | null;
                        /**
                         * Format: date-time
                         * @description Until this time the previous secret signs as well, in `webhook-signature`
                         */
                        previous_valid_until: string;
                    };
                };
            };
            400: components["responses"]["BadJsonOrIdempotencyKeyOrNoWebhookUrl"];
            401: components["responses"]["InvalidSession"];
            403: components["responses"]["OwnerAdminRequiredOrFreshCodeRequired"];
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
            /** @description Success */
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
            /** @description The request is invalid, or the state of the object does not allow it */
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
            403: components["responses"]["AddressNotAllowedOrKeyScopeRequiredReports"];
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
            /** @description Success */
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
            403: components["responses"]["AddressNotAllowedOrKeyEnvMismatchOrKeyScopeRequiredReports"];
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
            /** @description Success */
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
            /** @description The caller is not allowed to do this */
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
                     * @description All events when absent
                     * @enum {string}
                     */
                    event?: "checkout.authorized" | "charge.captured" | "charge.voided" | "charge.returned";
                    /**
                     * Format: date-time
                     * @description Deliveries created at this time or later, by `created_at`
                     */
                    from?: string | null;
                    /**
                     * Format: date-time
                     * @description Deliveries created before this time
                     */
                    to?: string | null;
                    /** @description Count the matches and send nothing */
                    dry_run?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Success */
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
                        /** @description Number of matches. A dry run counts up to 10000 */
                        count: number;
                        /** @description False for a dry run */
                        resent: boolean;
                    };
                };
            };
            /** @description The request is invalid, or the state of the object does not allow it */
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
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
    listEvents: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description A previous `position`, or `latest` for the position from which only new events follow. Default: the oldest event */
                after?: string;
                /** @description Without an event, answer when one happens, or after so many seconds. Many waiting calls of one organization answer at once */
                wait?: number;
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
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
                     *       "events": [
                     *         {
                     *           "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *           "event": "checkout.authorized",
                     *           "created_at": "2026-11-21T10:00:00.000Z",
                     *           "test": true,
                     *           "delivery_id": "019aa5b0-0000-7000-8000-000000000490",
                     *           "body": "{\"auth_id\":\"019aa5b0-0000-7000-8000-0000000002de\"}"
                     *         }
                     *       ],
                     *       "position": "text"
                     *     }
                     */
                    "application/json": {
                        events: components["schemas"]["Event"][];
                        /** @description Send it as `after` to get what follows */
                        position: string;
                    };
                };
            };
            /** @description The request is invalid, or the state of the object does not allow it */
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
            403: components["responses"]["AddressNotAllowedOrKeyScopeRequiredReports"];
            404: components["responses"]["OrgNotFound"];
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
            /** @description Success */
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
            /** @description Success */
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
            /** @description Success */
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
            /** @description The caller is not allowed to do this */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The object does not exist, or is not accessible to this caller */
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                auth_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
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
            /** @description The request is invalid, or the state of the object does not allow it */
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
            /** @description The caller is not allowed to do this */
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: string;
            };
            path: {
                auth_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
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
            /** @description The request is invalid, or the state of the object does not allow it */
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
            /** @description The caller is not allowed to do this */
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
    returnCharge: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: string;
            };
            path: {
                auth_id: string;
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
                    /** @description Products and quantities. When absent, everything that is left is returned */
                    items?: {
                        product_id: string;
                        qty: number;
                    }[] | null;
                    reason?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
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
            400: components["responses"]["BadJsonOrBadLineOrChargeNotCapturedOrEmptyItemsOrIdempotencyKeyOrInvalidOrReturnQtyExceedsCaptured"];
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            403: components["responses"]["AddressNotAllowedOrOwnerAdminFinanceSupportRequiredOrKeyEnvMismatchOrKeyScopeRequiredReturns"];
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
    previewReturn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: string;
            };
            path: {
                auth_id: string;
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
                    /** @description Products and quantities. When absent, everything that is left is returned */
                    items?: {
                        product_id: string;
                        qty: number;
                    }[] | null;
                    reason?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
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
                     *       "refund": 7108,
                     *       "buyer_cut": 225,
                     *       "rec_cut": 224,
                     *       "award_adjusted": true
                     *     }
                     */
                    "application/json": components["schemas"]["ReturnPreview"];
                };
            };
            400: components["responses"]["BadJsonOrBadLineOrChargeNotCapturedOrEmptyItemsOrIdempotencyKeyOrInvalidOrReturnQtyExceedsCaptured"];
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            403: components["responses"]["AddressNotAllowedOrOwnerAdminFinanceSupportRequiredOrKeyEnvMismatchOrKeyScopeRequiredReturns"];
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
            /** @description Success */
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
                     *       "terminal_id": "019aa5b0-0000-7000-8000-000000000488",
                     *       "pay_url": "https://pay.example.com/pay/019aa5b0-0000-7000-8000-0000000000cd"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** Format: uuid */
                        terminal_id: string;
                        /**
                         * Format: uri
                         * @description The page where the shopper pays: a link, or a QR code
                         */
                        pay_url: string;
                    };
                };
            };
            /** @description The request is invalid, or the state of the object does not allow it */
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
            /** @description The caller is not allowed to do this */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
            query?: {
                /** @description Answer when the status changes, or after so many seconds. A status that never changes again answers at once */
                wait?: number;
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
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
                     *       "merchant_name": "Corner Coffee",
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
                     *       "pay_url": "https://pay.example.com/pay/019aa5b0-0000-7000-8000-0000000000cd",
                     *       "user_confirmation_url": "https://shop.example.com/thanks",
                     *       "user_cancel_url": "https://shop.example.com/cart",
                     *       "expires_at": "2026-11-21T10:00:00.000Z",
                     *       "created_at": "2026-11-21T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            /** @description The caller is not allowed to do this */
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
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    authorizeCheckout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
                    /** @description The shopper whose recommendation the buyer followed, by product. Unknown products and shoppers are ignored. The last entry of a product counts */
                    attribution?: {
                        product_id: string;
                        recommender_id: string;
                    }[] | null;
                };
            };
        };
        responses: {
            /** @description Success */
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
                         * @description Id of the charge, for capture, void and return
                         */
                        auth_id: string;
                    };
                };
            };
            /** @description The request is invalid, or the state of the object does not allow it */
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
            /** @description The caller is not allowed to do this */
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
            /** @description Success */
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
            /** @description The request is invalid, or the state of the object does not allow it */
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
            /** @description Success */
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
            /** @description The request is invalid, or the state of the object does not allow it */
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
            403: components["responses"]["AddressNotAllowedOrKeyScopeRequiredCheckouts"];
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
            /** @description Success */
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
            /** @description Success */
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
                     *       "merchant_name": "Corner Coffee",
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
                     *       "pay_url": "https://pay.example.com/pay/019aa5b0-0000-7000-8000-0000000000cd",
                     *       "user_confirmation_url": "https://shop.example.com/thanks",
                     *       "user_cancel_url": "https://shop.example.com/cart",
                     *       "expires_at": "2026-11-21T10:00:00.000Z",
                     *       "created_at": "2026-11-21T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            403: components["responses"]["AddressNotAllowedOrKeyScopeRequiredCheckouts"];
            /** @description The object does not exist, or is not accessible to this caller */
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
            /** @description Success */
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
            /** @description Success */
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
            /** @description Success */
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
            404: components["responses"]["NotFound"];
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
                    /** @description The bank's id of the event. A second copy of an event has no effect */
                    id: string;
                    /** @enum {string} */
                    type: "transfer.settled" | "transfer.failed" | "transfer.returned" | "deposit.received";
                    /** @description Id of the payout. For `deposit.received`, id of the user */
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
            /** @description Success */
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
            404: components["responses"]["PayoutNotFound"];
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
                /** @description The organization, for a user with several */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
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
                         * @description The time of the organization's sandbox clock
                         */
                        now: string;
                    };
                };
            };
            400: components["responses"]["InvalidOrOrgRequired"];
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            403: components["responses"]["AddressNotAllowedOrKeyScopeRequiredSandbox"];
            404: components["responses"]["NotFoundOrOrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSandboxDue: {
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
            /** @description Success */
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
                     *       "now": "2026-11-21T10:00:00.000Z",
                     *       "due": [
                     *         {
                     *           "kind": "checkout_expiry",
                     *           "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *           "due_at": "2026-11-21T10:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ClockDue"];
                };
            };
            400: components["responses"]["InvalidOrOrgRequired"];
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            403: components["responses"]["AddressNotAllowedOrKeyScopeRequiredSandbox"];
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
            /** @description Success */
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
            /** @description The request is invalid, or the state of the object does not allow it */
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
            /** @description The caller is not allowed to do this */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
            /** @description Success */
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
                     * @description The organization's country
                     * @example US
                     */
                    country_code: string;
                };
            };
        };
        responses: {
            /** @description Success */
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
            /** @description The request is invalid, or the state of the object does not allow it */
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
            /** @description Success */
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
                     * @description Becomes the user's country when the case is approved
                     * @example US
                     */
                    country_code: string;
                };
            };
        };
        responses: {
            /** @description Success */
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
            /** @description The request is invalid, or the state of the object does not allow it */
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
            /** @description Success */
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
    receiveVerificationEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
                    /** @description The event's id. A second copy of an event has no effect */
                    id: string;
                    /** @enum {string} */
                    type: "case.approved" | "case.rejected" | "case.withdrawn";
                    /** @description The reference that we sent when the case was opened */
                    reference: string;
                    /** Format: date-time */
                    occurred_at: string;
                };
            };
        };
        responses: {
            /** @description Success */
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
                    /** @description An account in the UK, the EU or the EEA. Spaces and case are ignored */
                    iban: string;
                    /** @description The holder of the account: 1 to 40 words with a letter or digit */
                    name: string;
                    /** Format: uuid */
                    org_id?: string | null;
                    force?: boolean | null;
                    /** @description Required with `force`. Recorded for compliance */
                    force_reason?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
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
            /** @description The request is invalid, or the state of the object does not allow it */
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
            403: components["responses"]["OwnerAdminFinanceRequiredOrFreshCodeRequired"];
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
                    /** @description Nine digits with a valid checksum */
                    routing_number: string;
                    /** @description 4 to 17 digits */
                    account_number: string;
                    /** @description The holder of the account: 1 to 40 words with a letter or digit */
                    name: string;
                    /** Format: uuid */
                    org_id?: string | null;
                    force?: boolean | null;
                    /** @description Required with `force`. Recorded for compliance */
                    force_reason?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
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
            /** @description The request is invalid, or the state of the object does not allow it */
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
            403: components["responses"]["OwnerAdminFinanceRequiredOrFreshCodeRequired"];
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
            /** @description Success */
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
                     *           "held_until": "2026-11-21T10:00:00.000Z",
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
    approveCounterparty: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
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
                     *       "country_code": "US",
                     *       "currency": "USD",
                     *       "name": "Corner Coffee",
                     *       "account_masked": "****5555",
                     *       "name_match": "match",
                     *       "status": "ACTIVE",
                     *       "held_until": "2026-11-21T10:00:00.000Z",
                     *       "created_at": "2026-11-21T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Counterparty"];
                };
            };
            /** @description The request is invalid, or the state of the object does not allow it */
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
            /** @description The caller is not allowed to do this */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["CounterpartyNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    disableCounterparty: {
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
            /** @description Success */
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
            /** @description The caller is not allowed to do this */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["CounterpartyNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
            /** @description Success */
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
                    /**
                     * Format: uuid
                     * @description The bank destination. Without it: the newest active one for country and currency
                     */
                    counterparty_id?: string | null;
                    /** Format: uuid */
                    org_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
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
            /** @description The request is invalid, or the state of the object does not allow it */
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
            /** @description The caller is not allowed to do this */
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
            /** @description Success */
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
            /** @description The caller is not allowed to do this */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["PayoutNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    settleSandboxPayout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
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
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            403: components["responses"]["AddressNotAllowedOrOwnerAdminFinanceRequiredOrKeyEnvMismatchOrKeyScopeRequiredSandbox"];
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
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
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            403: components["responses"]["AddressNotAllowedOrOwnerAdminFinanceRequiredOrKeyEnvMismatchOrKeyScopeRequiredSandbox"];
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
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
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            403: components["responses"]["AddressNotAllowedOrOwnerAdminFinanceRequiredOrKeyEnvMismatchOrKeyScopeRequiredSandbox"];
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
            /** @description Success */
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
            403: components["responses"]["OperatorRoleRequired"];
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
                    /** @description True if a banking partner serves the country in live. Unchanged when absent */
                    live_partner?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Success */
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
            403: components["responses"]["OperatorRoleRequired"];
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
            /** @description Success */
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
            403: components["responses"]["OperatorRoleRequired"];
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
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
            /** @description Success */
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
            403: components["responses"]["OperatorRoleRequired"];
            404: components["responses"]["UserNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    eraseUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
                 *       "reason": "reported by the owner"
                 *     }
                 */
                "application/json": components["schemas"]["OperatorReason"];
            };
        };
        responses: {
            /** @description Success */
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
                     *       "erased_at": "2026-11-21T10:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        user_id: string;
                        /** Format: date-time */
                        erased_at: string;
                    };
                };
            };
            /** @description The request is invalid, or the state of the object does not allow it */
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
            403: components["responses"]["OperatorRoleRequired"];
            404: components["responses"]["UserNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    suspendOrg: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
                 *       "reason": "reported by the owner"
                 *     }
                 */
                "application/json": components["schemas"]["OperatorReason"];
            };
        };
        responses: {
            /** @description Success */
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
                     *       "status": "ACTIVE"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        org_id: string;
                        /** @enum {string} */
                        status: "ACTIVE" | "SUSPENDED";
                    };
                };
            };
            400: components["responses"]["BadJsonOrIdempotencyKeyOrInvalid"];
            401: components["responses"]["InvalidOperatorToken"];
            403: components["responses"]["OperatorRoleRequired"];
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
    resumeOrg: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
                 *       "reason": "reported by the owner"
                 *     }
                 */
                "application/json": components["schemas"]["OperatorReason"];
            };
        };
        responses: {
            /** @description Success */
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
                     *       "status": "ACTIVE"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        org_id: string;
                        /** @enum {string} */
                        status: "ACTIVE" | "SUSPENDED";
                    };
                };
            };
            400: components["responses"]["BadJsonOrIdempotencyKeyOrInvalid"];
            401: components["responses"]["InvalidOperatorToken"];
            403: components["responses"]["OperatorRoleRequired"];
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
    endSessionsOfUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
                 *       "reason": "reported by the owner"
                 *     }
                 */
                "application/json": components["schemas"]["OperatorReason"];
            };
        };
        responses: {
            /** @description Success */
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
                     *       "ended": 1
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        user_id: string;
                        /** @description Number of sign-ins that were ended */
                        ended: number;
                    };
                };
            };
            400: components["responses"]["BadJsonOrIdempotencyKeyOrInvalid"];
            401: components["responses"]["InvalidOperatorToken"];
            403: components["responses"]["OperatorRoleRequired"];
            404: components["responses"]["UserNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeKeyOfOrg: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
                 *       "reason": "reported by the owner"
                 *     }
                 */
                "application/json": components["schemas"]["OperatorReason"];
            };
        };
        responses: {
            /** @description Success */
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
            401: components["responses"]["InvalidOperatorToken"];
            403: components["responses"]["OperatorRoleRequired"];
            /** @description The object does not exist, or is not accessible to this caller */
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
            /** @description Success */
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
                     *           "created_at": "2026-11-21T10:00:00.000Z",
                     *           "attempts": 1,
                     *           "last_attempt_at": "2026-11-21T10:00:00.000Z",
                     *           "largest_amount_minor": 1
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
            403: components["responses"]["OperatorRoleRequired"];
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
            /** @description Success */
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
                            /** @description Number of rows that violate the check. Expected: 0 */
                            violations: number;
                        }[];
                    };
                };
            };
            401: components["responses"]["InvalidOperatorToken"];
            403: components["responses"]["OperatorRoleRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    findObject: {
        parameters: {
            query: {
                /** @description The id of an object, an `x-request-id`, a workflow id such as `checkout:<id>`, or the bank's id of a deposit */
                id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kind": "org",
                     *       "id": "text",
                     *       "org_id": "019aa5b0-0000-7000-8000-000000000274",
                     *       "env": "sandbox",
                     *       "status": "text",
                     *       "attempts": 1,
                     *       "workflow_id": "019aa5b0-0000-7000-8000-0000000004a7",
                     *       "workflow_url": "text",
                     *       "related": [
                     *         {
                     *           "kind": "text",
                     *           "id": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FoundObject"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["InvalidOperatorToken"];
            403: components["responses"]["OperatorRoleRequired"];
            404: components["responses"]["NotFound"];
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
            /** @description Success */
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
            403: components["responses"]["OperatorRoleRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    clearScreeningCase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
                    /** @description The evidence that the payee is not the listed one. Recorded permanently */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success */
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
            400: components["responses"]["BadJsonOrCaseNotOpenOrIdempotencyKeyOrInvalid"];
            401: components["responses"]["InvalidOperatorToken"];
            403: components["responses"]["OperatorRoleRequired"];
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
    listBankBreaks: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description A previous `next_cursor` */
                cursor?: components["parameters"]["Cursor"];
                status?: "OPEN" | "CLOSED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "breaks": [
                     *         {
                     *           "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *           "kind": "missing_at_bank",
                     *           "day": "2026-11-21",
                     *           "currency": "USD",
                     *           "ours_minor": 1,
                     *           "theirs_minor": 1,
                     *           "reference": "019aa5b0-0000-7000-8000-0000000003af",
                     *           "status": "OPEN",
                     *           "opened_at": "2026-11-21T10:00:00.000Z",
                     *           "closed_at": "2026-11-21T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        breaks: components["schemas"]["BankBreak"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadCursorOrBadLimitOrBadStatusOrInvalid"];
            401: components["responses"]["InvalidOperatorToken"];
            403: components["responses"]["OperatorRoleRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSuspenseCases: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description A previous `next_cursor` */
                cursor?: components["parameters"]["Cursor"];
                status?: "OPEN" | "ASSIGNED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
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
                     *           "kind": "unknown_user",
                     *           "env": "sandbox",
                     *           "amount_minor": 5000,
                     *           "currency": "USD",
                     *           "facts": {},
                     *           "status": "OPEN",
                     *           "created_at": "2026-11-21T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        cases: components["schemas"]["SuspenseCase"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadCursorOrBadLimitOrBadStatusOrInvalid"];
            401: components["responses"]["InvalidOperatorToken"];
            403: components["responses"]["OperatorRoleRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    assignSuspenseCase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
                 *       "user_id": "019aa4d2-6a3f-7cc0-b1c5-6f0f4a5c1c11",
                 *       "reason": "the sender named the account"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The organization whose balance changes. Exactly one of `org_id` and `user_id`
                     */
                    org_id?: string | null;
                    /**
                     * Format: uuid
                     * @description The shopper whose wallet changes
                     */
                    user_id?: string | null;
                    /** @description The evidence. Recorded permanently */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success */
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
                     *       "status": "PROPOSED"
                     *     }
                     */
                    "application/json": components["schemas"]["AdjustmentStatus"];
                };
            };
            400: components["responses"]["BadJsonOrCaseNotOpenOrIdempotencyKeyOrInvalid"];
            401: components["responses"]["InvalidOperatorToken"];
            403: components["responses"]["OperatorRoleRequired"];
            /** @description The object does not exist, or is not accessible to this caller */
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
    listAdjustments: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description A previous `next_cursor` */
                cursor?: components["parameters"]["Cursor"];
                status?: "PROPOSED" | "APPROVED" | "WITHDRAWN";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "adjustments": [
                     *         {
                     *           "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *           "org_id": "019aa5b0-0000-7000-8000-000000000274",
                     *           "user_id": "019aa5b0-0000-7000-8000-0000000002eb",
                     *           "env": "sandbox",
                     *           "currency": "USD",
                     *           "amount_minor": 5000,
                     *           "case_id": "019aa5b0-0000-7000-8000-0000000002c8",
                     *           "payout_id": "019aa5b0-0000-7000-8000-0000000003ce",
                     *           "reason": "too large",
                     *           "status": "PROPOSED",
                     *           "proposed_by": "text",
                     *           "created_at": "2026-11-21T10:00:00.000Z",
                     *           "approved_by": "text",
                     *           "approved_at": "2026-11-21T10:00:00.000Z",
                     *           "withdrawn_by": "text",
                     *           "withdrawn_at": "2026-11-21T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        adjustments: components["schemas"]["Adjustment"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadCursorOrBadLimitOrBadStatusOrInvalid"];
            401: components["responses"]["InvalidOperatorToken"];
            403: components["responses"]["OperatorRoleRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    proposeAdjustment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "019aa4d2-6a3f-7cc0-b1c5-6f0f4a5c1c11",
                 *       "env": "live",
                 *       "currency": "USD",
                 *       "amount_minor": -1500,
                 *       "reason": "a deposit was credited twice"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The organization whose balance changes. Exactly one of `org_id` and `user_id`
                     */
                    org_id?: string | null;
                    /**
                     * Format: uuid
                     * @description The shopper whose wallet changes
                     */
                    user_id?: string | null;
                    /** @enum {string} */
                    env: "sandbox" | "live";
                    /** @example USD */
                    currency: string;
                    /** @description Minor units. Above 0 adds to the balance, below 0 takes from it */
                    amount_minor: number;
                    /** @description The evidence. Recorded permanently */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success */
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
                     *       "status": "PROPOSED"
                     *     }
                     */
                    "application/json": components["schemas"]["AdjustmentStatus"];
                };
            };
            400: components["responses"]["BadCurrencyOrBadJsonOrIdempotencyKeyOrInvalid"];
            401: components["responses"]["InvalidOperatorToken"];
            403: components["responses"]["OperatorRoleRequired"];
            404: components["responses"]["OrgNotFoundOrUserNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    approveAdjustment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
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
                     *       "status": "PROPOSED"
                     *     }
                     */
                    "application/json": components["schemas"]["AdjustmentStatus"];
                };
            };
            /** @description The request is invalid, or the state of the object does not allow it */
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
            403: components["responses"]["OperatorRoleRequiredOrSecondOperatorRequired"];
            404: components["responses"]["AdjustmentNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawAdjustment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
                 *       "reason": "the wrong wallet"
                 *     }
                 */
                "application/json": {
                    /** @description The mistake. Recorded permanently */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success */
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
                     *       "status": "PROPOSED"
                     *     }
                     */
                    "application/json": components["schemas"]["AdjustmentStatus"];
                };
            };
            /** @description The request is invalid, or the state of the object does not allow it */
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
            403: components["responses"]["OperatorRoleRequired"];
            404: components["responses"]["AdjustmentNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listStuckPayouts: {
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
            /** @description Success */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "payouts": [
                     *         {
                     *           "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *           "org_id": "019aa5b0-0000-7000-8000-000000000274",
                     *           "amount_minor": 5000,
                     *           "currency": "USD",
                     *           "status": "PENDING",
                     *           "reason": "too large",
                     *           "submitted_at": "2026-11-21T10:00:00.000Z",
                     *           "created_at": "2026-11-21T10:00:00.000Z",
                     *           "stuck_at": "2026-11-21T10:00:00.000Z",
                     *           "adjustment_id": "019aa5b0-0000-7000-8000-00000000056b"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        payouts: components["schemas"]["StuckPayout"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadCursorOrBadLimitOrInvalid"];
            401: components["responses"]["InvalidOperatorToken"];
            403: components["responses"]["OperatorRoleRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resolvePayout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs */
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
                 *       "outcome": "settled",
                 *       "reason": "the bank confirmed it by phone"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description `not_sent` returns the money to the merchant, and needs a second operator
                     * @enum {string}
                     */
                    outcome: "settled" | "not_sent";
                    /** @description The bank's word, and who gave it. Recorded permanently */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success */
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
                     *       "status": "SETTLED"
                     *     }
                     */
                    "application/json": components["schemas"]["Resolution"];
                };
            };
            /** @description The request is invalid, or the state of the object does not allow it */
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
            403: components["responses"]["OperatorRoleRequiredOrSecondOperatorRequired"];
            404: components["responses"]["PayoutNotFound"];
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
                /** @description Only rows that were created at or after this time */
                from?: components["parameters"]["From"];
                /** @description Only rows that were created before this time */
                to?: components["parameters"]["To"];
                /** @description `csv`: all rows of the filter in one file. `limit` and `cursor` do not apply */
                format?: "json" | "csv";
                status?: "PENDING" | "AUTHORIZED" | "CAPTURED" | "VOIDED" | "EXPIRED" | "SUPERSEDED";
                /** @description Only sales with this merchant reference */
                order_id?: string;
                /** @description Statuses, separated by commas. Empty means all. Together with `status`: the union */
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
            /** @description Success */
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
                    "text/csv": string;
                };
            };
            /** @description The request is invalid, or the state of the object does not allow it */
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
            403: components["responses"]["AddressNotAllowedOrKeyScopeRequiredReports"];
            404: components["responses"]["OrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSalesDays: {
        parameters: {
            query?: {
                /** @description The first day. Default: 29 days before the last */
                from?: string;
                /** @description The last day, at most 399 days later. Default: today */
                to?: string;
                currency?: components["parameters"]["Currency"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
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
                     *       "days": [
                     *         {
                     *           "date": "text",
                     *           "captured_count": 1,
                     *           "captured_minor": 7108,
                     *           "returned_minor": 1,
                     *           "fee_minor": 1,
                     *           "cashback_minor": 449
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        days: components["schemas"]["SalesDay"][];
                    };
                };
            };
            /** @description The request is invalid, or the state of the object does not allow it */
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
            403: components["responses"]["AddressNotAllowedOrKeyScopeRequiredReports"];
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
            /** @description Success */
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
            403: components["responses"]["AddressNotAllowedOrKeyEnvMismatchOrKeyScopeRequiredReports"];
            /** @description The object does not exist, or is not accessible to this caller */
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
            /** @description Success */
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
            403: components["responses"]["AddressNotAllowedOrKeyScopeRequiredReports"];
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
            /** @description Success */
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
            403: components["responses"]["AddressNotAllowedOrKeyScopeRequiredPayoutsReports"];
            404: components["responses"]["OrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBalanceEntries: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description A previous `next_cursor` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only rows that were created at or after this time */
                from?: components["parameters"]["From"];
                /** @description Only rows that were created before this time */
                to?: components["parameters"]["To"];
                currency?: components["parameters"]["Currency"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
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
                     *           "kind": "capture",
                     *           "amount_minor": 5000,
                     *           "currency": "USD",
                     *           "charge_id": "019aa5b0-0000-7000-8000-000000000396",
                     *           "return_id": "019aa5b0-0000-7000-8000-0000000003cc",
                     *           "payout_id": "019aa5b0-0000-7000-8000-0000000003ce",
                     *           "created_at": "2026-11-21T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        entries: components["schemas"]["BalanceEntry"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The request is invalid, or the state of the object does not allow it */
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
            403: components["responses"]["AddressNotAllowedOrKeyScopeRequiredPayoutsReports"];
            404: components["responses"]["OrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStatement: {
        parameters: {
            query?: {
                currency?: components["parameters"]["Currency"];
                format?: "json" | "csv" | "pdf" | "camt053" | "beancount" | "hledger";
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
                month: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
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
                     *       "currency": "USD",
                     *       "month": "text",
                     *       "opening_minor": 1,
                     *       "captured_minor": 7108,
                     *       "fees_minor": 1,
                     *       "cashback_minor": 449,
                     *       "returned_minor": 1,
                     *       "cashback_cut_minor": 1,
                     *       "paid_out_minor": 1,
                     *       "reversed_minor": 1,
                     *       "adjusted_minor": 1,
                     *       "closing_minor": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Statement"];
                    "text/csv": string;
                    "application/pdf": string;
                    "application/xml": string;
                    "text/plain": string;
                };
            };
            /** @description The request is invalid, or the state of the object does not allow it */
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
            403: components["responses"]["AddressNotAllowedOrKeyScopeRequiredReports"];
            404: components["responses"]["OrgNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReturns: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description A previous `next_cursor` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only rows that were created at or after this time */
                from?: components["parameters"]["From"];
                /** @description Only rows that were created before this time */
                to?: components["parameters"]["To"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
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
                     *       "returns": [
                     *         {
                     *           "id": "019aa5b0-0000-7000-8000-0000000000cd",
                     *           "charge_id": "019aa5b0-0000-7000-8000-000000000396",
                     *           "checkout_id": "019aa5b0-0000-7000-8000-000000000482",
                     *           "refund": 7108,
                     *           "buyer_cut": 225,
                     *           "rec_cut": 224,
                     *           "currency": "USD",
                     *           "reason": "too large",
                     *           "created_at": "2026-11-21T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        returns: components["schemas"]["Return"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadCursorOrBadLimitOrInvalid"];
            401: components["responses"]["InvalidApiKeyOrInvalidSessionOrMissingApiKey"];
            403: components["responses"]["AddressNotAllowedOrKeyScopeRequiredReports"];
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
                auth_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
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
            403: components["responses"]["AddressNotAllowedOrKeyEnvMismatchOrKeyScopeRequiredReports"];
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
                /** @description The id of the delivery, the same for every attempt. Ignore a delivery whose id you have seen */
                "x-service-delivery": components["parameters"]["XServiceDelivery"];
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body. The key is the whole secret as text, including `whsec_` */
                "x-service-signature": components["parameters"]["XServiceSignature"];
                /** @description `sandbox` or `live` */
                "x-service-env": components["parameters"]["XServiceEnv"];
                /** @description Standard Webhooks: the id of the delivery */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Standard Webhooks: the time of this attempt, in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. The key is the secret's decoded base64 part */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description `true` for a test event, whose ids are made up. Absent from every other event */
                "x-service-test"?: components["parameters"]["XServiceTest"];
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
            /** @description Delivered. Any other status, or no answer within 10 s, is a failure */
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
                /** @description The id of the delivery, the same for every attempt. Ignore a delivery whose id you have seen */
                "x-service-delivery": components["parameters"]["XServiceDelivery"];
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body. The key is the whole secret as text, including `whsec_` */
                "x-service-signature": components["parameters"]["XServiceSignature"];
                /** @description `sandbox` or `live` */
                "x-service-env": components["parameters"]["XServiceEnv"];
                /** @description Standard Webhooks: the id of the delivery */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Standard Webhooks: the time of this attempt, in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. The key is the secret's decoded base64 part */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description `true` for a test event, whose ids are made up. Absent from every other event */
                "x-service-test"?: components["parameters"]["XServiceTest"];
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
            /** @description Delivered. Any other status, or no answer within 10 s, is a failure */
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
                /** @description The id of the delivery, the same for every attempt. Ignore a delivery whose id you have seen */
                "x-service-delivery": components["parameters"]["XServiceDelivery"];
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body. The key is the whole secret as text, including `whsec_` */
                "x-service-signature": components["parameters"]["XServiceSignature"];
                /** @description `sandbox` or `live` */
                "x-service-env": components["parameters"]["XServiceEnv"];
                /** @description Standard Webhooks: the id of the delivery */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Standard Webhooks: the time of this attempt, in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. The key is the secret's decoded base64 part */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description `true` for a test event, whose ids are made up. Absent from every other event */
                "x-service-test"?: components["parameters"]["XServiceTest"];
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
            /** @description Delivered. Any other status, or no answer within 10 s, is a failure */
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
                /** @description The id of the delivery, the same for every attempt. Ignore a delivery whose id you have seen */
                "x-service-delivery": components["parameters"]["XServiceDelivery"];
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body. The key is the whole secret as text, including `whsec_` */
                "x-service-signature": components["parameters"]["XServiceSignature"];
                /** @description `sandbox` or `live` */
                "x-service-env": components["parameters"]["XServiceEnv"];
                /** @description Standard Webhooks: the id of the delivery */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Standard Webhooks: the time of this attempt, in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. The key is the secret's decoded base64 part */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description `true` for a test event, whose ids are made up. Absent from every other event */
                "x-service-test"?: components["parameters"]["XServiceTest"];
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
                    /** @description Deferred and pending cashback of the buyer that was cut */
                    buyer_cut: number;
                    /** @description Pending cashback of recommenders that was cut */
                    rec_cut: number;
                    /** @description True if any cashback was cut */
                    award_adjusted: boolean;
                };
            };
        };
        responses: {
            /** @description Delivered. Any other status, or no answer within 10 s, is a failure */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
