import { useQuery } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import type { FileListing } from '#client/resources/marketplace/files.ts'
import { filesQuery } from '#console/api/queries/addons.ts'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { Table } from '#console/components/display/table.tsx'
import { useAddonAddress } from '#console/pages/addon/use-addon.ts'
import { addonTexts } from '#console/texts/en/addon.ts'
import { fileColumns } from './file-columns.tsx'
import { FolderPath } from './folder-path.tsx'
import { UploadButton } from './upload-button.tsx'
import '#console/components/forms/form.css'

const texts = addonTexts.files

/** The files of a bucket, a folder at a time. */
export function AddonFilesPage() {
  const address = useAddonAddress()
  const [folder, setFolder] = useState('')
  const [after, setAfter] = useState('')
  const list = useQuery(filesQuery(address, folder, after))
  const open = (path: string) => {
    setFolder(path)
    setAfter('')
  }
  return (
    <Panel title={texts.title} isFlush actions={<UploadButton folder={folder} />}>
      <div className="panel-body">
        <FolderPath folder={folder} onOpen={open} />
      </div>
      <Loaded query={list}>
        {({ entries, next }: FileListing) => (
          <>
            <Table
              label={texts.title}
              columns={fileColumns({ address, folder, onOpen: open })}
              rows={entries}
              rowKey={({ name }) => name}
              empty={
                <EmptyState icon={FolderOpen} title={texts.none}>
                  {texts.noneHelp}
                </EmptyState>
              }
            />
            {(next !== null || after !== '') && (
              <div className="panel-body form-actions">
                {after !== '' && (
                  <Button size="small" onClick={() => setAfter('')}>
                    {texts.first}
                  </Button>
                )}
                {next !== null && (
                  <Button size="small" onClick={() => setAfter(next)}>
                    {texts.more}
                  </Button>
                )}
              </div>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}
