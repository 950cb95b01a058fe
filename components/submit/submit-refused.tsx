import { ButtonLink } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Unavailable } from '@/components/ui/unavailable'
import type { Principal } from '@/lib/auth/principal'
import { pathToRuns } from '@/lib/url/paths'

/** To whoever may not submit: which permission is missing, or that runs of their tenant come from templates. */
export function SubmitRefused({ viewer }: { viewer: Principal }) {
  return (
    <>
      <PageHeader title="Submit a run" />
      <div className="grid gap-3.5 p-4">
        <Panel isFlush>
          {viewer.tenant === null ? (
            <Unavailable title="You can look, but not submit">
              Submitting a run needs the permission <code>run_write</code>, which operators and admins have. You are
              signed in as {viewer.name}, {viewer.role}.
            </Unavailable>
          ) : (
            <Unavailable title={`Configs are not submitted for tenant ${viewer.tenant}`}>
              A config can reach whatever the engine reaches, so whoever is confined to a tenant runs templates that an
              admin has registered, and no config of their own.
            </Unavailable>
          )}
          <div className="px-3 pb-3 pl-9">
            <ButtonLink href={pathToRuns()}>See the runs</ButtonLink>
          </div>
        </Panel>
      </div>
    </>
  )
}
