import { Dialog } from '#console/components/overlays/dialog.tsx'
import type { ApplicationTab } from '#console/navigation/addresses.ts'
import { applicationTexts } from '#console/texts/en/application/overview.ts'
import { commandTexts } from '#console/texts/en/commands.ts'
import { type ApplicationTaskKind, shortcutKeys, tabKeys, taskKeys } from './shortcut-keys.ts'
import './shortcuts-help.css'

const { shortcuts: texts, tasks, themes } = commandTexts

/** Keys and what they do. Those of a sequence are pressed one after the other. */
type Row = readonly [keys: readonly string[], meaning: string]

const groups: readonly { title: string; rows: readonly Row[] }[] = [
  {
    title: texts.everywhere,
    rows: [
      [['Ctrl', 'K'], texts.palette],
      [shortcutKeys.search, texts.palette],
      [shortcutKeys.help, texts.list],
      [shortcutKeys.overview, texts.overview],
      [shortcutKeys.marketplace, texts.marketplace],
      [shortcutKeys.members, texts.members],
      [shortcutKeys.billing, texts.billing],
      [shortcutKeys.create, texts.create],
      [shortcutKeys.account, texts.account],
    ],
  },
  {
    title: texts.tasks,
    rows: Object.entries(taskKeys).map(([kind, keys]) => [
      keys,
      tasks[kind as ApplicationTaskKind],
    ]),
  },
  {
    title: texts.pages,
    rows: Object.entries(tabKeys).map(([tab, keys]) => [
      keys,
      applicationTexts.tabNames[tab as ApplicationTab | ''],
    ]),
  },
  {
    title: texts.appearance,
    rows: Object.entries(shortcutKeys.themes).map(([theme, keys]) => [
      keys,
      themes[theme as keyof typeof themes],
    ]),
  },
  {
    title: texts.inside,
    rows: [
      [['↑', '↓'], texts.move],
      [['Enter'], texts.choose],
      [['Esc'], texts.leave],
      [['Tab'], texts.nextControl],
    ],
  },
]

/** All keyboard shortcuts. */
export function ShortcutsHelp({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog title={texts.title} size="wide" isOpen={isOpen} onClose={onClose}>
      <p className="small muted">{texts.help}</p>
      <div className="shortcut-groups">
        {groups.map(({ title, rows }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl className="shortcut-list">
              {rows.map(([keys, meaning]) => (
                <div key={keys.join(' ')}>
                  <dt>{meaning}</dt>
                  <dd>
                    {keys.map((key, at) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the same key may be pressed twice
                      <kbd key={at}>{key.length === 1 ? key.toUpperCase() : key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
