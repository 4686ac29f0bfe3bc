import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { mayDo } from '#console/api/permissions.ts'
import { membersQuery } from '#console/api/queries/members.ts'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { counted } from '#console/format/figures.ts'
import type { Owner } from '#console/navigation/owners.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { memberTexts as texts } from '#console/texts/en/organisation/members.ts'
import { Invitations } from './invitations.tsx'
import { Invite } from './invite.tsx'
import { MemberTable } from './member-table.tsx'
import { roleNames } from './roles.ts'

/** Who belongs to an organisation, and what they may do in it. */
export function MembersPage() {
  const { current } = useOwners()
  if (!current) return null
  if (current.isPersonal)
    return (
      <>
        <PageHeader title={texts.title} />
        <EmptyState title={texts.alone}>{texts.personal}</EmptyState>
      </>
    )
  return <Members owner={current} />
}

function Members({ owner }: { owner: Owner }) {
  const query = useQuery(membersQuery(owner.id))
  const [isInviting, setInviting] = useState(false)
  const mayRecruit = mayDo(owner.role, 'recruit')
  return (
    <>
      <PageHeader
        title={texts.title}
        guide="guides/organisations"
        detail={query.data && counted(query.data.length, 'member')}
        actions={
          mayRecruit && (
            <Button kind="primary" icon={UserPlus} onClick={() => setInviting(true)}>
              {texts.invite}
            </Button>
          )
        }
      />
      <Panel title={texts.title} isTitleHidden isFlush>
        <Loaded query={query} skeleton={<SkeletonLines count={3} height="1.75rem" />}>
          {(members) => (
            <>
              <MemberTable owner={owner} members={members} />
              {members.length === 1 && mayRecruit && (
                <p className="panel-body muted small">
                  {texts.alone}. {texts.aloneHelp}
                </p>
              )}
            </>
          )}
        </Loaded>
      </Panel>
      {mayRecruit && <Invitations ownerId={owner.id} />}
      <Panel title={texts.whatRolesMay}>
        <FactList
          facts={roleNames.map((role) => ({
            name: texts.roles[role],
            value: texts.meanings[role],
          }))}
        />
      </Panel>
      <Dialog title={texts.invite} isOpen={isInviting} onClose={() => setInviting(false)} isKept>
        <Invite ownerId={owner.id} onEnd={() => setInviting(false)} />
      </Dialog>
    </>
  )
}
