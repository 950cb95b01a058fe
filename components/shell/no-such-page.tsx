import { ButtonLink } from '@/components/ui/button'

/** An address that names nothing, and the nearest thing that exists. */
export function NoSuchPage() {
  return (
    <section className="grid justify-items-start gap-2 p-4 wide:py-8">
      <h1 className="text-page font-title">There is no such page</h1>
      <p className="max-w-prose text-ink-2">The address names nothing that this console has.</p>
      <div className="pt-1">
        <ButtonLink href="/runs">Go to the runs</ButtonLink>
      </div>
    </section>
  )
}
