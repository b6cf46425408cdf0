import { z } from 'zod';
import { homeCurrency } from '../../domain/countries.ts';
import { MOST_IN_WALLET } from '../../domain/money.ts';
import { findUser } from '../../store/users.ts';
import { listWalletEntries, listWallets, postTopup } from '../../store/wallets.ts';
import type { WalletRow } from '../../store/wallets.ts';
import { refused, valueOf } from '../answers.ts';
import { cutPage, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { pageQuery } from '../shapes/fields.ts';
import { topupInput, walletAnswer, walletBody, walletEntryAnswer, walletEntryBody } from '../shapes/wallet.ts';

export const walletRoutes = [
  defineRoute({
    method: 'GET',
    path: '/wallet',
    credential: 'session',
    access: { target: null, environment: 'own' },
    id: 'getWallet',
    tag: 'Wallet',
    summary: "Get the shopper's wallets, one for each currency",
    answer: z.object({ wallets: z.array(walletAnswer) }),
    async handle({ deps, caller }) {
      const rows = await listWallets(deps.database.pool, { ...caller, currency: null });
      return { wallets: rows.map(walletBody) };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/wallet/entries',
    credential: 'session',
    access: { target: null, environment: 'own' },
    id: 'listWalletEntries',
    tag: 'Wallet',
    summary: "List the movements in the shopper's wallets, newest first",
    query: z.object(pageQuery),
    answer: z.object({ entries: z.array(walletEntryAnswer), next_cursor: z.string().nullable() }),
    async handle(call) {
      const { deps, caller } = call;
      const scope = ['wallet', caller.userId, caller.env];
      const page = valueOf(readPage(call.query(), scope, deps.secrets));
      const place = { afterKey: page.after?.key ?? null, limit: page.limit + 1 };
      const rows = await listWalletEntries(deps.database.pool, { ...caller, ...place });
      const cut = cutPage(rows, { page, scope, secrets: deps.secrets, position: (row) => ({ key: String(row.seq), id: row.id }) });
      return { entries: cut.rows.map(walletEntryBody), next_cursor: cut.next_cursor };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/sandbox/wallet/topup',
    credential: 'session',
    access: { target: null, environment: 'sandbox' },
    id: 'topUpSandboxWallet',
    tag: 'Sandbox',
    summary: 'Add test funds to the wallet',
    body: topupInput,
    answer: walletAnswer,
    refusals: ['bad_currency'],
    async handle(call) {
      const { deps, caller } = call;
      const input = call.body();
      const currency = input.currency ?? homeCurrency((await findUser(deps.database, caller.userId)).countryCode);
      const journalId = call.newId();
      const row = await deps.database.transaction(async (tx) => {
        const { userId } = caller;
        await postTopup(tx, { journalId, userId, currency, amount: input.amount_minor });
        const [wallet] = await listWallets(tx, { userId, env: 'sandbox', currency });
        if (wallet !== undefined && wallet.balance > MOST_IN_WALLET) refused('invalid', 'amount_minor: the wallet cannot hold more');
        return wallet;
      });
      return walletBody(row as WalletRow);
    },
  }),
];
