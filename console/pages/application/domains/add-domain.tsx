import { useState } from 'react'
import { ApiError } from '#client/http/api-error.ts'
import { type DomainProof, domains } from '#client/resources/applications/domains.ts'
import { connection } from '#console/api/connection.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { FactList } from '#console/components/display/panel.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { domainTexts as texts } from '#console/texts/en/application/domains.ts'

/** Adds a domain; if the platform wants a proof of who owns it, shows the record that is the proof. */
export function AddDomain({ address }: { address: OwnedId }) {
  const draft = useDraft({ domain: '' })
  const [proof, setProof] = useState<DomainProof>()
  const add = useSubmit(draft, {
    run: async (sent) => {
      const api = domains(connection)
      const fqdn = sent.domain.trim()
      try {
        return await api.add(address, fqdn)
      } catch (error) {
        if (error instanceof ApiError && error.status === 403)
          setProof(await api.proof(address, fqdn).catch(() => undefined))
        throw error
      }
    },
    changes: [queryKeys.application(address), queryKeys.ofOwner(address.ownerId, 'overview')],
    done: ({ domain }) => texts.added(domain.trim()),
    onDone: () => setProof(undefined),
  })
  const { domain } = draft.values
  const isGiven = domain.trim() !== ''
  return (
    <form
      className="add-domain"
      aria-label={texts.add}
      onSubmit={(event) => {
        event.preventDefault()
        if (isGiven && !add.isPending) add.submit()
      }}
    >
      <div className="add-domain-line">
        <TextField
          label={texts.newDomain}
          hint={texts.newDomainHint}
          isMono
          spellCheck={false}
          autoCapitalize="off"
          value={domain}
          onChange={(value) => {
            draft.set({ domain: value })
            setProof(undefined)
            add.reset()
          }}
        />
        <Button type="submit" kind="primary" disabled={!isGiven} isPending={add.isPending}>
          {texts.addAction}
        </Button>
      </div>
      {add.error && !proof && <ErrorLine error={add.error} />}
      {proof && <Proof proof={proof} />}
    </form>
  )
}

function Proof({ proof: { name, type, value, isFound } }: { proof: DomainProof }) {
  return (
    <section className="dns-record" aria-label={texts.proofTitle}>
      <h3>{texts.proofTitle}</h3>
      <p className="small">{texts.proofHelp}</p>
      <FactList
        facts={[
          { name: texts.record.name, value: <CopyValue what={texts.record.name} value={name} /> },
          { name: texts.record.type, value: type },
          {
            name: texts.record.value,
            value: <CopyValue what={texts.record.value} value={value} />,
          },
        ]}
      />
      <p className="small muted" role="status">
        {isFound ? texts.proofFound : texts.proofMissing}
      </p>
    </section>
  )
}
