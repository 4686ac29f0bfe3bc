import { Dialog } from '#console/components/overlays/dialog.tsx'
import { shellTexts } from '#console/texts/en/shell.ts'
import '#console/shell/shell.css'

const { keys: texts } = shellTexts

const rows: readonly [keys: readonly string[], meaning: string][] = [
  [['Ctrl', 'K'], texts.palette],
  [['/'], texts.palette],
  [['G', 'O'], texts.overview],
  [['G', 'C'], texts.create],
  [['G', 'A'], texts.account],
  [['?'], texts.help],
]

/** All keyboard shortcuts. */
export function ShortcutsHelp({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog title={texts.title} size="small" isOpen={isOpen} onClose={onClose}>
      <dl className="shortcut-list">
        {rows.map(([keys, meaning]) => (
          <div key={keys.join()}>
            <dt>{meaning}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
