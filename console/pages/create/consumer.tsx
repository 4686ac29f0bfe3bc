import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type ConsumerInput, consumers } from '#client/resources/accounts/consumers.ts'
import { connection } from '#console/api/connection.ts'
import { rightsQuery } from '#console/api/queries/consumers.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { showToast } from '#console/components/overlays/toasts.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import type { Owner } from '#console/navigation/owners.ts'
import { ConsumerFields } from '#console/pages/consumer/consumer-fields.tsx'
import { consumerProblems } from '#console/pages/consumer/consumer-problems.ts'
import { createTexts } from '#console/texts/en/create.ts'
import { CreateForm, ForOwner } from './create-form.tsx'
import { useCreateOwner } from './use-create-owner.ts'

const texts = createTexts.consumer

export const loadCreateConsumer = (queryClient: QueryClient) =>
  void queryClient.prefetchQuery(rightsQuery)

/** A program that asks people for access; its page then has key and secret. */
export function CreateConsumerPage() {
  const creating = useCreateOwner('consumer')
  return (
    <ForOwner creating={creating} title={texts.title} lead={texts.lead}>
      {(owner) => <NewConsumer owner={owner} />}
    </ForOwner>
  )
}

const empty: ConsumerInput = {
  name: '',
  description: '',
  url: '',
  picture: '',
  baseUrl: '',
  rights: {},
}

function NewConsumer({ owner }: { owner: Owner }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const draft = useDraft(empty)
  const input = draft.values
  const [isTried, setTried] = useState(false)
  const creation = useMutation({
    mutationFn: () => consumers(connection).create(owner.id, input),
    onSuccess: async ({ key, name }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.summary })
      showToast({ kind: 'good', text: texts.done(name) })
      draft.release()
      await navigate({ ...addressOf.consumer(owner.id, key), search: { shown: 'secret' } })
    },
  })
  const problems = consumerProblems(input)
  const submit = () => {
    setTried(true)
    if (Object.keys(problems).length === 0 && !creation.isPending) creation.mutate()
  }
  return (
    <CreateForm label={texts.title} onSubmit={submit}>
      <ConsumerFields value={input} problems={isTried ? problems : {}} onChange={draft.set} />
      {creation.isError && <ErrorLine error={creation.error} />}
      <div className="create-submit">
        <Button type="submit" kind="primary" isPending={creation.isPending}>
          {texts.submit}
        </Button>
      </div>
    </CreateForm>
  )
}
