import { type ReactNode, type SyntheticEvent, useRef } from 'react'
import { Select } from '#console/components/controls/choices.tsx'
import { ErrorPanel } from '#console/components/display/error-panel.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import type { Owner } from '#console/navigation/owners.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { PageSkeleton } from '#console/shell/page-skeleton.tsx'
import { createTexts as texts } from '#console/texts/en/create.ts'
import type { CreateOwner } from './use-create-owner.ts'
import './create-form.css'

interface ForOwnerProps {
  creating: CreateOwner
  title: string
  lead?: string | undefined
  children(owner: Owner): ReactNode
}

/** A page that creates something for an owner, which can be chosen where there are several. */
export function ForOwner({ creating, title, lead, children }: ForOwnerProps) {
  const { owner, owners, isLoading, error, choose } = creating
  if (!owner) {
    if (isLoading) return <PageSkeleton />
    return error ? <ErrorPanel error={error} /> : <NotFound />
  }
  return (
    <>
      <PageHeader title={title} />
      {lead && <p className="muted create-lead">{lead}</p>}
      {owners.length > 1 && (
        <div className="create-owner">
          <Select
            label={texts.organisation}
            value={owner.id}
            choices={owners.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={choose}
          />
        </div>
      )}
      {children(owner)}
    </>
  )
}

interface CreateFormProps {
  label: string
  children: ReactNode
  onSubmit(): void
}

/** A form that does not leave the page; the first field that is wrong gets the focus. */
export function CreateForm({ label, children, onSubmit }: CreateFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onSubmit()
    // After the errors were drawn.
    requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    })
  }
  return (
    <form ref={form} className="create-form" aria-label={label} noValidate onSubmit={submit}>
      {children}
    </form>
  )
}
