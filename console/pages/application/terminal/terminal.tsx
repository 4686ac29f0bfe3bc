import { type QueryClient, useQuery } from '@tanstack/react-query'
import { SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import type { ShellAccess } from '#client/resources/applications/instances.ts'
import type { ApplicationStatus } from '#client/resources/overview.ts'
import { shellRequest } from '#client/resources/terminals.ts'
import { mayDo } from '#console/api/permissions.ts'
import { shellAccessQuery } from '#console/api/queries/application/shells.ts'
import { statusQuery } from '#console/api/queries/overview.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Select } from '#console/components/controls/choices.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { OpenElsewhere } from '#console/components/terminal/open-elsewhere.tsx'
import { TerminalView } from '#console/components/terminal/terminal-view.tsx'
import { useTerminal } from '#console/components/terminal/use-terminal.ts'
import { type ApplicationParams, applicationIn } from '#console/navigation/page-params.ts'
import { useApplicationAddress, useOwners } from '#console/navigation/use-owner.ts'
import { shellTexts as texts } from '#console/texts/en/application/shell.ts'
import './shell.css'

export function loadApplicationTerminal(queryClient: QueryClient, params: ApplicationParams) {
  void queryClient.prefetchQuery(shellAccessQuery(applicationIn(params)))
}

/** A shell in an instance of an application. */
export function ApplicationTerminalPage() {
  const address = useApplicationAddress()
  // Another application has another session.
  return <ApplicationTerminal key={address.id} />
}

function ApplicationTerminal() {
  const address = useApplicationAddress()
  const { current } = useOwners()
  const access = useQuery(shellAccessQuery(address))
  const status = useQuery(statusQuery(address))
  const terminal = useTerminal({
    thing: address.id,
    label: texts.screen,
    request: shellRequest(address),
  })
  const { session, elsewhere, begin, takeOver } = terminal
  const mayOperate = !current || mayDo(current.role, 'operate')
  if (!mayOperate)
    return (
      <Panel title={texts.title}>
        <EmptyState icon={SquareTerminal} title={texts.forbidden}>
          {texts.forbiddenHelp}
        </EmptyState>
      </Panel>
    )
  if (session)
    return (
      <TerminalView
        title={texts.title}
        session={session}
        onTakeOver={takeOver}
        onAgain={() => {
          void access.refetch()
          begin({ request: session.options.request })
        }}
      />
    )
  return (
    <Panel title={texts.title} guide="guides/ssh">
      <OpenElsewhere session={elsewhere} onTakeOver={takeOver} />
      <Loaded query={access}>
        {(allowed) => (
          <Loaded query={status}>
            {({ instanceList }) => (
              <ShellStart
                access={allowed}
                instances={instanceList}
                onBegin={(instance) =>
                  begin({ request: shellRequest(address, { instance: instance || undefined }) })
                }
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Panel>
  )
}

interface ShellStartProps {
  access: ShellAccess
  instances: ApplicationStatus['instanceList']
  onBegin(instance: string): void
}

/** Where the shell is opened, or why there is none. */
function ShellStart({ access, instances, onBegin }: ShellStartProps) {
  const [instance, setInstance] = useState('')
  const running = instances.filter(({ state }) => state === 'running' || state === 'not-answering')
  if (!access.allowed)
    return (
      <EmptyState
        icon={SquareTerminal}
        title={access.ownerAllows ? texts.off : texts.offEverywhere}
      >
        {access.ownerAllows ? texts.offHelp : texts.offEverywhereHelp}
      </EmptyState>
    )
  if (running.length === 0)
    return (
      <EmptyState icon={SquareTerminal} title={texts.none}>
        {texts.noneHelp}
      </EmptyState>
    )
  const choices = [
    { value: '', label: texts.newest },
    ...running.map(({ id, number }) => ({ value: id, label: texts.instanceName(number) })),
  ]
  const chosen = choices.some(({ value }) => value === instance) ? instance : ''
  return (
    <div className="shell-start">
      <p>{texts.intro}</p>
      <p className="muted small">{texts.audited}</p>
      <div className="shell-choice">
        {running.length > 1 && (
          <Select
            label={texts.instance}
            value={chosen}
            choices={choices}
            onChange={(value) => setInstance(value)}
          />
        )}
        <Button kind="primary" icon={SquareTerminal} onClick={() => onBegin(chosen)}>
          {texts.open}
        </Button>
      </div>
    </div>
  )
}
