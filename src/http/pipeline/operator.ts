import { mayOperate } from '../../domain/operators.ts';
import { insertOperatorCall } from '../../store/operator.ts';
import type { Caller } from '../access/caller.ts';
import { refused } from '../answers.ts';
import type { RoutedRequest } from './context.ts';
import { pathOf } from './request-log.ts';

/**
 * Records the call of an operator before anything else happens, and checks the operator's role. Without the
 * record there is no call. Refused: `operator role required` for a viewer who writes. Source: contract,
 * section 16.
 */
export async function requireOperator(
  { route, ctx, deps, record, address }: RoutedRequest,
  caller: Caller,
): Promise<void> {
  if (caller?.kind !== 'operator') return;
  const { method } = ctx;
  const path = pathOf(route.path, ctx.path);
  const { name: operator, role } = caller;
  const { requestId } = record;
  await insertOperatorCall(deps.database.pool, { operator, role, method, path, address, requestId });
  if (!mayOperate(role, method)) refused('operator_role_required');
}
