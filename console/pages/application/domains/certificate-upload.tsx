import { FileUp } from 'lucide-react'
import { certificates } from '#client/resources/applications/certificates.ts'
import { connection } from '#console/api/connection.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'
import { TextArea } from '#console/components/controls/text-field.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { FileButton } from '#console/components/forms/file-button.tsx'
import { Form } from '#console/components/forms/form.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { domainTexts as texts } from '#console/texts/en/application/domains.ts'
import { formTexts } from '#console/texts/en/forms.ts'
import './domains.css'
import '#console/components/controls/field.css'

interface CertificateUploadDialogProps {
  address: OwnedId
  onClose(): void
}

/** Uploads a certificate and its key, pasted or from files. */
export function CertificateUploadDialog({ address, onClose }: CertificateUploadDialogProps) {
  const draft = useDraft({ chain: '', key: '' })
  const { chain, key } = draft.values
  const upload = useSubmit(draft, {
    run: (sent) => certificates(connection).add(address.ownerId, sent),
    // A certificate is for the domains of all applications of its owner.
    changes: [queryKeys.applications(address.ownerId)],
    done: texts.certificateUploaded,
    onDone: onClose,
  })
  return (
    <Dialog title={texts.upload} isOpen isKept onClose={onClose}>
      <Form
        label={texts.upload}
        action={texts.uploadAction}
        isPending={upload.isPending}
        isDisabled={chain.trim() === '' || key.trim() === ''}
        error={upload.error}
        onSubmit={upload.submit}
      >
        <p className="muted small">{texts.uploadHelp}</p>
        <PemField
          label={texts.chain}
          hint={texts.chainHint}
          value={chain}
          onChange={(typed) => draft.set({ chain: typed })}
        />
        <PemField
          label={texts.key}
          hint={texts.keyHint}
          value={key}
          onChange={(typed) => draft.set({ key: typed })}
        />
      </Form>
    </Dialog>
  )
}

interface PemFieldProps {
  label: string
  hint: string
  value: string
  onChange(value: string): void
}

function PemField({ label, hint, value, onChange }: PemFieldProps) {
  return (
    <div className="certificate-field">
      <TextArea
        label={label}
        hint={hint}
        isMono
        rows={5}
        spellCheck={false}
        value={value}
        onChange={onChange}
      />
      <FileButton
        label={texts.file(label)}
        size="small"
        icon={FileUp}
        accept=".pem,.crt,.cer,.key"
        onChoose={([file]) => void file?.text().then(onChange)}
      >
        {formTexts.chooseFile}
      </FileButton>
    </div>
  )
}
