import { ApiKey } from './api-key.ts';
import { BuyListEntry } from './buy-list-entry.ts';
import { Country } from './country.ts';
import { Invite } from './invite.ts';
import { Member } from './member.ts';
import { Org } from './org.ts';
import { Terminal } from './terminal.ts';
import { User } from './user.ts';

/**
 * The plain records, which the entity manager reads and writes. Statements in src/store have all other
 * tables.
 */
export const ENTITIES = [ApiKey, BuyListEntry, Country, Invite, Member, Org, Terminal, User];
