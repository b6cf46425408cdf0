import { invalid } from '../../domain/outcome.ts';
import { handleCallbacksOfEvent } from '../../store/partner-callbacks.ts';
import { findCase } from '../../store/verification.ts';
import { refused, valueOf } from '../answers.ts';
import { defineRoute } from '../route.ts';
import { verdictEvent, verdictOf } from '../shapes/compliance.ts';
import { isId, okAnswer } from '../shapes/fields.ts';
import { takeCallback } from '../stored-callback.ts';

/** The largest lead of the provider's clock over ours. */
const SKEW_MS = 5 * 60 * 1000;

/** Callbacks of the verification provider. Source: contract, section 10. */
export const verificationEventRoutes = [
  defineRoute({
    method: 'POST',
    path: '/partners/verification/events',
    credential: 'verification_partner',
    access: { target: null, environment: 'any' },
    id: 'receiveVerificationEvent',
    tag: 'Partners',
    summary:
      'Receive a signed verdict of the verification provider: the service asks, and only its answer decides',
    body: verdictEvent,
    answer: okAnswer,
    refusals: ['case_not_found', 'invalid'],
    async handle(call) {
      const { database, workflows } = call.deps;
      const { reference } = call.sent;
      if (typeof reference !== 'string') call.body(); // It throws: the shape wants text.
      const caseId = String(reference);
      const found = isId(caseId) ? await findCase(database.pool, { caseId }) : null;
      if (found === null) return refused('case_not_found');
      const told = verdictOf(call.body());
      if (told.occurredAt > found.now.getTime() + SKEW_MS)
        valueOf(invalid('occurred_at', 'must not lie in the future'));
      const { id: eventId, type } = call.body();
      const callback = { partner: 'verification', eventId, type, reference: found.id } as const;
      await takeCallback(call.deps, callback, async () => {
        await workflows.live.askVerification(found.id, { verdict: told.verdict });
        await handleCallbacksOfEvent(database.pool, callback);
      });
      return { ok: true as const };
    },
  }),
];
