import { z } from 'zod';
import { topUp } from '../../commands/deposit.ts';
import { homeCurrency } from '../../domain/countries.ts';
import { findUser } from '../../store/users.ts';
import { listWalletEntries, listWallets } from '../../store/wallets.ts';
import { valueOf } from '../answers.ts';
import { buildPage, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { pageQuery } from '../shapes/fields.ts';
import {
  topupInput,
  walletAnswer,
  walletBody,
  walletEntryAnswer,
  walletEntryBody,
} from '../shapes/wallet.ts';

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
      const cut = buildPage(rows, {
        page,
        scope,
        secrets: deps.secrets,
        position: (row) => ({ key: String(row.seq), id: row.id }),
      });
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
      const currency =
        input.currency ?? homeCurrency((await findUser(deps.database, caller.userId)).countryCode);
      const topup = { journalId: call.newId(), userId: caller.userId, currency, amount: input.amount_minor };
      return walletBody(valueOf(await topUp(deps, topup)));
    },
  }),
];
