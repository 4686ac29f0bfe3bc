import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { sessionQuery } from '#console/api/queries/session.ts'
import type { ApplicationTaskKind } from '#console/shell/shortcuts/shortcut-keys.ts'
import { commandTexts as texts } from '#console/texts/en/commands.ts'
import { taskCommands } from './application-commands.ts'
import type { ApplicationTask, Command } from './command.ts'
import { CommandSearch } from './command-search.tsx'
import { idleCommands, ownedApplications, type PaletteScope, searchedCommands } from './commands.ts'
import { matchingCommands, offeredCommands, wordsOf } from './match-commands.ts'
import { recentCommands, rememberCommand } from './recent-commands.ts'
import { useFoundCommands } from './use-found-commands.ts'
import { useRunCommand } from './use-run-command.ts'

const loadDialog = () => import('#console/pages/application/palette/task-dialog.tsx')
const TaskDialog = lazy(async () => ({ default: (await loadDialog()).TaskDialog }))

/** A task of the open application that was asked for by its shortcut; each time it is another object. */
export interface AskedTask {
  kind: ApplicationTaskKind
}

interface CommandPaletteProps {
  isOpen: boolean
  scope: PaletteScope
  asked: AskedTask | undefined
  onOpen(): void
  onClose(): void
  onHelp(): void
}

/** Finds a page, an application, a commit or something to do by parts of its name, and does it. */
export function CommandPalette(props: CommandPaletteProps) {
  const { isOpen, scope, asked, onOpen, onClose, onHelp } = props
  const { data: session } = useQuery(sessionQuery)
  const [typed, setTyped] = useState('')
  const [task, setTask] = useState<ApplicationTask>()
  const words = wordsOf(typed)
  const recent = session ? recentCommands(session.userId) : []
  const found = useFoundCommands(scope, { isOpen, words })
  const run = useRunCommand(setTask)
  const close = () => {
    setTyped('')
    onClose()
  }
  const choose = (command: Command) => {
    const { effect } = command
    if (session) rememberCommand(session.userId, command.id)
    if (effect.kind === 'search') {
      setTyped(effect.text)
      return onOpen()
    }
    close()
    if (effect.kind === 'help') return onHelp()
    run(effect)
  }
  const chooseAsked = useEffectEvent(({ kind }: AskedTask) => {
    const open = ownedApplications(scope).find((each) => each.isOpen)
    const command =
      open && taskCommands(open).find(({ id }) => id === `${open.application.id}-${kind}`)
    if (command) choose(command)
  })
  useEffect(() => {
    if (asked) chooseAsked(asked)
  }, [asked])
  return (
    <>
      <CommandSearch
        isOpen={isOpen}
        typed={typed}
        commands={isOpen ? listed({ scope, typed, words, recent, found }) : []}
        onType={setTyped}
        onChoose={choose}
        onClose={close}
      />
      {task && (
        <Suspense>
          <TaskDialog task={task} onClose={() => setTask(undefined)} />
        </Suspense>
      )}
    </>
  )
}

interface Listing {
  scope: PaletteScope
  typed: string
  words: readonly string[]
  recent: readonly string[]
  found: readonly Command[]
}

function listed({ scope, typed, words, recent, found }: Listing): Command[] {
  if (words.length === 0) {
    const idle = [...idleCommands(scope, recent), ...found]
    return offeredCommands(idle, recent, texts.groups.recent)
  }
  const searched = [...searchedCommands(scope, words), ...found]
  // What only fills the field is not offered once it is filled.
  const isFilled = ({ effect }: Command) => effect.kind === 'search' && effect.text === typed
  return matchingCommands(
    searched.filter((command) => !isFilled(command)),
    words,
    { recent, openId: scope.open?.id },
  )
}
