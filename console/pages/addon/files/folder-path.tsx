import { Button } from '#console/components/controls/button.tsx'
import { addonTexts } from '#console/texts/en/addon.ts'
import { shownPath } from '#protocol/files/file-path.ts'
import '#console/components/forms/form.css'
import './files.css'

const texts = addonTexts.files

/** The folders above, each to be opened. */
export function FolderPath({ folder, onOpen }: { folder: string; onOpen(path: string): void }) {
  const names = folder.split('/').filter(Boolean)
  return (
    <nav aria-label={texts.where} className="form-actions file-name">
      <Button size="small" kind="quiet" onClick={() => onOpen('')}>
        {texts.root}
      </Button>
      {names.map((name, at) => {
        const path = names.slice(0, at + 1).join('/')
        return (
          <Button key={path} size="small" kind="quiet" onClick={() => onOpen(path)}>
            <bdi>{`/ ${shownPath(name)}`}</bdi>
          </Button>
        )
      })}
    </nav>
  )
}
