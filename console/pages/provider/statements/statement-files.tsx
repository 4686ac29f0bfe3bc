import { Download } from 'lucide-react'
import { statements } from '#client/resources/billing/statements.ts'
import { connection } from '#console/api/connection.ts'
import { Button } from '#console/components/controls/button.tsx'
import { useDownload } from '#console/components/forms/use-download.ts'
import type { ProviderParams } from '#console/navigation/page-params.ts'
import { providerTexts } from '#console/texts/en/provider.ts'
import '#console/components/display/table.css'

const texts = providerTexts.statements

/** Downloads a statement; the page asks for it, because the file needs the token of the session. */
export function StatementFiles({ ownerId, providerId, month }: ProviderParams & { month: string }) {
  const download = useDownload((form: 'pdf' | 'csv', signal) => ({
    name: `${providerId}-${month}.${form}`,
    file: statements(connection).open(ownerId, providerId, `${month}.${form}`, signal),
  }))
  return (
    <span className="row-actions">
      <Button
        icon={Download}
        isPending={download.isPending('pdf')}
        aria-label={texts.pdfOf(month)}
        onClick={() => download.get('pdf')}
      >
        {texts.pdf}
      </Button>
      <Button
        icon={Download}
        isPending={download.isPending('csv')}
        aria-label={texts.csvOf(month)}
        onClick={() => download.get('csv')}
      >
        {texts.csv}
      </Button>
    </span>
  )
}
