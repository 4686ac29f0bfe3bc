import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { organisations } from '#client/resources/accounts/organisations.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { TextArea, TextField } from '#console/components/controls/text-field.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { showToast } from '#console/components/overlays/toasts.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { createTexts } from '#console/texts/en/create.ts'
import { CreateForm } from './create-form.tsx'

const texts = createTexts.org
const empty = {
  name: '',
  description: '',
  company: '',
  address: '',
  zipcode: '',
  city: '',
  country: '',
  VAT: '',
  billingEmail: '',
}

/** Name of a new organisation, and what its invoices say. */
export function CreateOrganisationPage() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const draft = useDraft(empty)
  const input = draft.values
  const [isTried, setTried] = useState(false)
  const creation = useMutation({
    mutationFn: () =>
      organisations(connection).create({ ...given(input), name: input.name.trim() }),
    onSuccess: async ({ id, name }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.summary })
      showToast({ kind: 'good', text: texts.done(name) })
      draft.release()
      await navigate(addressOf.owner(id))
    },
  })
  const isNamed = input.name.trim() !== ''
  const submit = () => {
    setTried(true)
    if (isNamed && !creation.isPending) creation.mutate()
  }
  const field = (name: keyof typeof empty, label: string) => ({
    label,
    value: input[name],
    onChange: (value: string) => draft.set({ [name]: value }),
  })
  return (
    <>
      <PageHeader title={texts.title} />
      <p className="muted create-lead">{texts.lead}</p>
      <CreateForm label={texts.title} onSubmit={submit}>
        <TextField
          {...field('name', texts.name)}
          error={isTried && !isNamed ? texts.nameMissing : undefined}
          autoComplete="organization"
        />
        <TextArea {...field('description', texts.description)} rows={2} />
        <Panel title={texts.billing}>
          <div className="create-fields">
            <p className="muted small">{texts.billingHelp}</p>
            <div className="create-pair">
              <TextField {...field('company', texts.company)} />
              <TextField {...field('VAT', texts.vat)} />
            </div>
            <TextArea {...field('address', texts.address)} rows={2} autoComplete="street-address" />
            <div className="create-pair">
              <TextField {...field('zipcode', texts.zipcode)} autoComplete="postal-code" />
              <TextField {...field('city', texts.city)} autoComplete="address-level2" />
            </div>
            <div className="create-pair">
              <TextField {...field('country', texts.country)} hint={texts.countryHint} />
              <TextField {...field('billingEmail', texts.email)} type="email" />
            </div>
          </div>
        </Panel>
        {creation.isError && <ErrorLine error={creation.error} />}
        <div className="create-submit">
          <Button type="submit" kind="primary" isPending={creation.isPending}>
            {texts.submit}
          </Button>
        </div>
      </CreateForm>
    </>
  )
}

/** Without what was left empty. */
const given = (input: typeof empty): Partial<typeof empty> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value.trim() !== ''))
