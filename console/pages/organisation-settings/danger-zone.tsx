import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { members } from '#client/resources/accounts/members.ts'
import { organisations } from '#client/resources/accounts/organisations.ts'
import { connection } from '#console/api/connection.ts'
import { mayDo } from '#console/api/permissions.ts'
import { selfQuery } from '#console/api/queries/account.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Panel } from '#console/components/display/panel.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { DeleteButton } from '#console/components/overlays/delete-button.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import type { Owner } from '#console/navigation/owners.ts'
import { organisationSettingsTexts as texts } from '#console/texts/en/organisation/settings.ts'
import './danger-zone.css'

/** Ways out of an organisation. */
export function DangerZone({ owner }: { owner: Owner }) {
  return (
    <Panel title={texts.danger} isDangerous>
      <div className="danger-zone">
        <Leave owner={owner} />
        {mayDo(owner.role, 'govern') && <Delete owner={owner} />}
      </div>
    </Panel>
  )
}

function Leave({ owner: { id, name } }: { owner: Owner }) {
  const { data: self } = useQuery(selfQuery)
  const navigate = useNavigate()
  return (
    <section>
      <p>{texts.leaveLead}</p>
      <ConfirmButton
        disabled={!self}
        question={texts.leaveTitle(name)}
        help={texts.leaveText}
        confirm={texts.leave}
        run={() => members(connection).remove(id, self?.id ?? '')}
        changes={[queryKeys.summary]}
        done={texts.left(name)}
        onDone={() => void navigate(addressOf.home())}
      >
        {texts.leave}
      </ConfirmButton>
    </section>
  )
}

function Delete({ owner: { id, name } }: { owner: Owner }) {
  const navigate = useNavigate()
  const deletion = useAction({
    run: () => organisations(connection).delete(id),
    changes: [queryKeys.summary],
    done: texts.deleted(name),
    onDone: () => void navigate(addressOf.home()),
  })
  return (
    <section>
      <p>{texts.deleteLead}</p>
      <DeleteButton
        label={texts.delete}
        title={texts.deleteTitle(name)}
        action={texts.deleteAction(name)}
        name={name}
        deletion={deletion}
      >
        {texts.deleteText}
      </DeleteButton>
    </section>
  )
}
