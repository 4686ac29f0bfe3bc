import { Download } from 'lucide-react'
import { Button } from '#console/components/controls/button.tsx'
import { CopyButton } from '#console/components/controls/copy-button.tsx'
import { saveFile } from '#console/components/forms/save-file.ts'
import { accountTexts } from '#console/texts/en/account.ts'
import '#console/components/forms/form.css'

const texts = accountTexts.security

/** Codes to be kept elsewhere. */
export function BackupCodes({ codes, onEnd }: { codes: readonly string[]; onEnd(): void }) {
  const text = `${codes.join('\n')}\n`
  return (
    <>
      <p>{texts.codesText}</p>
      <ul className="backup-codes" aria-label={texts.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="form-actions">
        <CopyButton what={texts.copyCodes} value={text} />
        <Button
          icon={Download}
          onClick={() => saveFile(texts.file, new Blob([text], { type: 'text/plain' }))}
        >
          {texts.download}
        </Button>
        <Button kind="primary" onClick={onEnd}>
          {texts.finish}
        </Button>
      </div>
    </>
  )
}
