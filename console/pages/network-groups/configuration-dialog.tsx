import { Download } from 'lucide-react'
import { Button } from '#console/components/controls/button.tsx'
import { CopyButton } from '#console/components/controls/copy-button.tsx'
import { saveFile } from '#console/components/forms/save-file.ts'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { networkGroupTexts } from '#console/texts/en/organisation/network-groups.ts'
import { configurationName } from './peer-address.ts'

const texts = networkGroupTexts.machines

/** Configuration of a machine for WireGuard. */
export interface MachineFile {
  machine: string
  text: string
  /** Whether the private key is in it. */
  hasKey: boolean
}

interface ConfigurationDialogProps {
  /** Name of the group. */
  group: string
  file: MachineFile | undefined
  onClose(): void
}

/** Shows a configuration, to be saved or copied. One with a key is closed by its button only, because it is shown once. */
export function ConfigurationDialog({ group, file, onClose }: ConfigurationDialogProps) {
  if (!file) return null
  const { machine, text, hasKey } = file
  const name = configurationName(group, machine)
  return (
    <Dialog
      title={texts.configurationOf(machine)}
      size="wide"
      isOpen
      onClose={onClose}
      isKept={hasKey}
      actions={
        <>
          <Button onClick={onClose}>{texts.file.close}</Button>
          <Button
            kind="primary"
            icon={Download}
            onClick={() => saveFile(name, new Blob([text], { type: 'text/plain' }))}
          >
            {texts.file.download}
          </Button>
        </>
      }
    >
      <p className={hasKey ? 'network-group-once' : undefined}>
        {hasKey ? texts.file.withKey : texts.file.withoutKey}
      </p>
      <div className="network-group-file">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard */}
        <pre tabIndex={0}>{text}</pre>
        <CopyButton what={texts.file.copy} value={text} />
      </div>
      <p className="muted small">
        {texts.file.run} <code>sudo wg-quick up ./{name}</code> {texts.file.orImport}
      </p>
    </Dialog>
  )
}
