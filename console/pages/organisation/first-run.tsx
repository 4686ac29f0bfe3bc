import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { GitBranch, Rocket } from 'lucide-react'
import { useState } from 'react'
import { examples } from '#client/resources/examples.ts'
import { connection } from '#console/api/connection.ts'
import { examplesQuery } from '#console/api/queries/catalogue.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button, ButtonLink } from '#console/components/controls/button.tsx'
import { Select } from '#console/components/controls/choices.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { firstRunTexts as texts } from '#console/texts/en/organisation/first-run.ts'
import './first-run.css'

/** The example that the guide goes on with. */
const first = 'hello'

/** Shown while there is no application: deploys an example, or leads to the form for one. */
export function FirstRun({ ownerId }: { ownerId: string }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const create = addressOf.create('application', ownerId)
  const [example, setExample] = useState(first)
  const { data: offered = [{ name: first, title: 'Node.js' }] } = useQuery(examplesQuery)
  const deploy = useMutation({
    mutationFn: () => examples(connection).deploy(ownerId, example),
    onSuccess: async ({ id }) => {
      const guide = example === first ? 'first' : 'example'
      await queryClient.invalidateQueries({ queryKey: queryKeys.summary })
      await navigate({ ...addressOf.application({ ownerId, id }), search: { guide } })
    },
  })
  return (
    <section className="first-run" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p className="muted">{texts.lead}</p>
      <div className="first-run-ways">
        <div className="first-run-way">
          <Rocket size={28} strokeWidth={1.5} aria-hidden="true" />
          <h3>{texts.example}</h3>
          <p>{texts.exampleHelp}</p>
          <Select
            label={texts.language}
            value={example}
            choices={offered.map(({ name, title }) => ({ value: name, label: title }))}
            onChange={setExample}
          />
          <Button kind="primary" isPending={deploy.isPending} onClick={() => deploy.mutate()}>
            {texts.example}
          </Button>
          {deploy.isError && <ErrorLine error={deploy.error} />}
        </div>
        <div className="first-run-way">
          <GitBranch size={28} strokeWidth={1.5} aria-hidden="true" />
          <h3>{texts.own}</h3>
          <p>{texts.ownHelp}</p>
          <ButtonLink to={create}>{texts.ownButton}</ButtonLink>
        </div>
      </div>
    </section>
  )
}
