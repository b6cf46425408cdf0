import { Outlet } from '@tanstack/react-router';
import { Refusal } from './api.ts';
import { Away } from './parts/away.tsx';
import { Failure, Loading } from './parts/state.tsx';
import { FreshCodeProvider } from './parts/fresh-code.tsx';
import { SessionProvider, useEnvironment, useMe, useOrgs } from './session.tsx';
import { Shell } from './shell.tsx';
import { NewOrg, SignIn } from './sign-in.tsx';

/** Shows the sign-in to strangers, the first organization to new users, and the pages to members. */
export function Gate() {
  return (
    <>
      <Away />
      <Entry />
    </>
  );
}

function Entry() {
  const me = useMe();
  const orgs = useOrgs(me.isSuccess);
  const env = useEnvironment();
  if (me.error instanceof Refusal && me.error.status === 401) return <SignIn />;
  if (me.error !== null && !me.isSuccess) return <Failure error={me.error} />;
  if (!me.isSuccess || orgs.data === undefined || env === null)
    return orgs.error === null ? <Loading /> : <Failure error={orgs.error} />;
  const [first, ...others] = orgs.data;
  if (first === undefined) return <NewOrg email={me.data.email} />;
  return (
    <SessionProvider me={me.data} orgs={[first, ...others]} env={env}>
      <FreshCodeProvider>
        <Shell>
          <Outlet />
        </Shell>
      </FreshCodeProvider>
    </SessionProvider>
  );
}
