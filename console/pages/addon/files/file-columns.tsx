import { Download, Trash2 } from 'lucide-react'
import { type FileEntry, files } from '#client/resources/marketplace/files.ts'
import { connection } from '#console/api/connection.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { actionsColumn, type Column } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { figure } from '#console/format/figures.ts'
import { addonTexts } from '#console/texts/en/addon.ts'
import { shownPath } from '#protocol/files/file-path.ts'
import '#console/pages/addon/addon.css'

const texts = addonTexts.files

interface FolderView {
  address: OwnedId
  folder: string
  onOpen(path: string): void
}

export const fileColumns = ({ address, folder, onOpen }: FolderView): Column<FileEntry>[] => {
  const pathOf = ({ name }: FileEntry) => (folder === '' ? name : `${folder}/${name}`)
  return [
    {
      key: 'name',
      title: texts.name,
      cell: (entry) =>
        entry.type === 'folder' ? (
          <Button size="small" kind="quiet" onClick={() => onOpen(pathOf(entry))}>
            {`${shownPath(entry.name)}/`}
          </Button>
        ) : (
          <bdi>{shownPath(entry.name)}</bdi>
        ),
    },
    {
      key: 'size',
      title: texts.size,
      align: 'end',
      cell: ({ type, size }) => (type === 'file' ? figure(size, 'bytes') : texts.kinds[type]),
    },
    {
      key: 'modified',
      title: texts.modified,
      isMinor: true,
      cell: ({ modified }) => <RelativeTime date={modified * 1000} />,
    },
    actionsColumn((entry) => (
      <span className="backup-actions">
        {entry.type === 'file' && <DownloadButton address={address} path={pathOf(entry)} />}
        <RemoveButton address={address} path={pathOf(entry)} />
      </span>
    )),
  ]
}

interface FileProps {
  address: OwnedId
  path: string
}

const nameIn = (path: string) => shownPath(path.split('/').at(-1) ?? '')

/** The file comes from an address for it alone, so that the browser saves it without holding it. */
function DownloadButton({ address, path }: FileProps) {
  const download = useAction({
    run: () => files(connection).address(address, path),
    onDone: ({ download_url }) => {
      // At the origin of this page, which the platform may have by another name.
      const { pathname, search } = new URL(download_url)
      location.assign(pathname + search)
    },
  })
  return (
    <Button
      size="small"
      icon={Download}
      iconOnly
      isPending={download.isPending}
      onClick={() => download.mutate()}
    >
      {texts.download(nameIn(path))}
    </Button>
  )
}

function RemoveButton({ address, path }: FileProps) {
  const name = nameIn(path)
  return (
    <ConfirmButton
      size="small"
      icon={Trash2}
      iconOnly
      question={texts.removeTitle}
      help={texts.removeHelp(name)}
      confirm={texts.remove(name)}
      run={() => files(connection).remove(address, path)}
      changes={[queryKeys.ofAddon(address, 'files')]}
      done={texts.removed(name)}
    >
      {texts.remove(name)}
    </ConfirmButton>
  )
}
