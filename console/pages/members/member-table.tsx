import { useQuery } from '@tanstack/react-query'
import { type Member, members, type Role } from '#client/resources/accounts/members.ts'
import { connection } from '#console/api/connection.ts'
import { mayDo } from '#console/api/permissions.ts'
import { selfQuery } from '#console/api/queries/account.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Select } from '#console/components/controls/choices.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import type { Owner } from '#console/navigation/owners.ts'
import { memberTexts as texts } from '#console/texts/en/organisation/members.ts'
import { roleChoices, roleNames } from './roles.ts'
import '#console/components/display/panel.css'

const nameOf = ({ member }: Member) => member.name || member.email

interface MemberTableProps {
  owner: Owner
  members: readonly Member[]
}

/** Members with their roles; administrators change them here. */
export function MemberTable({ owner, members: list }: MemberTableProps) {
  const { data: self } = useQuery(selfQuery)
  const mayRecruit = mayDo(owner.role, 'recruit')
  const changes = [queryKeys.ofOwner(owner.id, 'members'), queryKeys.summary]
  const change = useAction({
    run: ({ id, role }: { id: string; role: Role }) =>
      members(connection).change(owner.id, id, { role }),
    changes,
    done: texts.changed,
  })
  const columns: Column<Member>[] = [
    {
      key: 'name',
      title: texts.columns.name,
      sortBy: nameOf,
      cell: (each) => (
        <span className="cell-name">
          <span>
            <strong>{nameOf(each)}</strong>{' '}
            {each.member.id === self?.id && <Badge>{texts.you}</Badge>}
          </span>
          {each.member.name && <small>{each.member.email}</small>}
        </span>
      ),
    },
    {
      key: 'role',
      title: texts.columns.role,
      width: '14rem',
      sortBy: ({ role }) => roleNames.indexOf(role),
      cell: (each) =>
        mayRecruit ? (
          <Select
            label={texts.roleOf(nameOf(each))}
            isLabelHidden
            choices={roleChoices}
            value={each.role}
            isDisabled={change.isPending}
            onChange={(role) => change.mutate({ id: each.member.id, role: role as Role })}
          />
        ) : (
          texts.roles[each.role]
        ),
    },
    { key: 'job', title: texts.columns.job, isMinor: true, cell: ({ job }) => job },
    {
      key: 'login',
      title: texts.columns.login,
      isMinor: true,
      cell: ({ member }) =>
        member.preferredMFA === 'TOTP' ? (
          <Badge kind="good">{texts.secondFactor}</Badge>
        ) : (
          <Badge>{texts.noSecondFactor}</Badge>
        ),
    },
    actionsColumn(
      (each) =>
        mayRecruit &&
        each.member.id !== self?.id && (
          <ConfirmButton
            size="small"
            kind="quiet"
            aria-label={texts.removeOf(nameOf(each))}
            question={texts.removeTitle}
            help={texts.removeText(nameOf(each), owner.name)}
            confirm={texts.remove}
            run={() => members(connection).remove(owner.id, each.member.id)}
            changes={changes}
            done={texts.removed}
          >
            {texts.remove}
          </ConfirmButton>
        ),
    ),
  ]
  return (
    <>
      <Table
        label={texts.title}
        rows={list}
        rowKey={({ member }) => member.id}
        sortedBy="name"
        columns={columns}
      />
      {change.isError && (
        <div className="panel-body">
          <ErrorLine error={change.error} />
        </div>
      )}
    </>
  )
}
