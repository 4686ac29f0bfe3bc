import { Download } from 'lucide-react'
import { type InvoiceForm, invoices } from '#client/resources/billing/invoices.ts'
import { connection } from '#console/api/connection.ts'
import { Button } from '#console/components/controls/button.tsx'
import { useDownload } from '#console/components/forms/use-download.ts'
import { billingTexts } from '#console/texts/en/organisation/billing.ts'
import '#console/components/display/table.css'

const texts = billingTexts.invoices

interface InvoiceFilesProps {
  ownerId: string
  number: string
  isLarge?: boolean
}

/** Downloads an invoice; the page asks for it, because the file needs the token of the session. */
export function InvoiceFiles({ ownerId, number, isLarge }: InvoiceFilesProps) {
  const download = useDownload((form: InvoiceForm, signal) => ({
    name: `${number}.${form}`,
    file: invoices(connection).open(ownerId, number, form, signal),
  }))
  const size = isLarge ? 'normal' : 'small'
  return (
    <span className="row-actions">
      <Button
        size={size}
        icon={Download}
        isPending={download.isPending('pdf')}
        aria-label={texts.pdfOf(number)}
        onClick={() => download.get('pdf')}
      >
        {texts.pdf}
      </Button>
      {isLarge && (
        <Button
          size={size}
          icon={Download}
          isPending={download.isPending('csv')}
          aria-label={texts.csvOf(number)}
          onClick={() => download.get('csv')}
        >
          {texts.csv}
        </Button>
      )}
    </span>
  )
}
