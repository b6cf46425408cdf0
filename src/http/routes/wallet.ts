import { z } from 'zod';
import { homeCurrency } from '../../domain/countries.ts';
import { findUser } from '../../store/users.ts';
import { listWalletEntries, listWallets, postTopup } from '../../store/wallets.ts';
import type { WalletRow } from '../../store/wallets.ts';
import { refused, valueOf } from '../answers.ts';
import { cutPage, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { pageQuery } from '../shapes/fields.ts';
import { topupInput, walletAnswer, walletBody, walletEntryAnswer, walletEntryBody } from '../shapes/wallet.ts';

/** Minor units that a wallet may hold after a top-up. */
const MOST_BY_TOPUP = 10 ** 15;

export const walletRoutes = [
  defineRoute({
    method: 'GET',
    path: '/wallet',
    credential: 'session',
    id: 'getWallet',
    tag: 'Wallet',
    summary: "The shopper's wallets, one a currency",
    answer: z.object({ wallets: z.array(walletAnswer) }),
    async handle({ deps, caller }) {
      const rows = await listWallets(deps.database.pool, [caller.userId, caller.env, null]);
      return { wallets: rows.map(walletBody) };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/wallet/entries',
    credential: 'session',
    id: 'listWalletEntries',
    tag: 'Wallet',
    summary: "What moved in the shopper's wallets, newest first",
    query: z.object(pageQuery),
    answer: z.object({ entries: z.array(walletEntryAnswer), next_cursor: z.string().nullable() }),
    async handle(call) {
      const { deps, caller } = call;
      const scope = ['wallet', caller.userId, caller.env];
      const page = valueOf(readPage(call.query(), scope, deps.secrets));
      const rows = await listWalletEntries(deps.database.pool, [caller.userId, caller.env, page.after?.key ?? null, page.limit + 1]);
      const cut = cutPage(rows, { page, scope, secrets: deps.secrets, position: (row) => ({ key: String(row.seq), id: row.id }) });
      return { entries: cut.rows.map(walletEntryBody), next_cursor: cut.next_cursor };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/sandbox/wallet/topup',
    credential: 'session',
    id: 'topUpSandboxWallet',
    tag: 'Sandbox',
    summary: 'Put test funds into the wallet. Sandbox only',
    body: topupInput,
    answer: walletAnswer,
    refusals: ['not_found', 'bad_currency'],
    async handle(call) {
      const { deps, caller } = call;
      if (caller.env !== 'sandbox') return refused('not_found');
      const input = call.body();
      const currency = input.currency ?? homeCurrency((await findUser(deps.database, caller.userId)).countryCode);
      const row = await deps.database.transaction(async (tx) => {
        await postTopup(tx, [deps.newId(), caller.userId, currency, input.amount_minor]);
        const [wallet] = await listWallets(tx, [caller.userId, 'sandbox', currency]);
        // Far below what a column holds: cashback and refunds must always find room.
        if (wallet !== undefined && wallet.balance > MOST_BY_TOPUP) refused('invalid', 'amount_minor: the wallet cannot hold more');
        return wallet;
      });
      return walletBody(row as WalletRow);
    },
  }),
];
