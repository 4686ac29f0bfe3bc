import { Download, Trash2 } from 'lucide-react'
import { ApiError } from '#client/http/api-error.ts'
import { type FileEntry, files } from '#client/resources/marketplace/files.ts'
import { connection } from '#console/api/connection.ts'
import { describeError } from '#console/api/describe-error.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { actionsColumn, type Column } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { showToast } from '#console/components/overlays/toasts.ts'
import { figure } from '#console/format/figures.ts'
import { addonTexts } from '#console/texts/en/addon.ts'
import { shownPath } from '#protocol/files/file-path.ts'
import '#console/pages/addon/addon.css'
import './files.css'

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
      cell: (entry) => (
        <span className="file-name">
          {entry.type === 'folder' ? (
            <Button size="small" kind="quiet" onClick={() => onOpen(pathOf(entry))}>
              <bdi>{`${shownPath(entry.name)}/`}</bdi>
            </Button>
          ) : (
            <bdi>{shownPath(entry.name)}</bdi>
          )}
        </span>
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

/**
 * The file comes from an address for it alone, so that the browser saves it without holding it. What begins there and is left tells
 * whether it can be had: the browser would show the answer of the API in place of this page, or nothing.
 */
function DownloadButton({ address, path }: FileProps) {
  const download = useAction({
    async run() {
      const found = await files(connection).address(address, path)
      const look = new AbortController()
      await files(connection).open(found, look.signal)
      look.abort()
      return found
    },
    onDone: ({ download_url }) => save(download_url),
  })
  const begin = () =>
    download.mutate(undefined, {
      onError: (error) => showToast({ kind: 'wrong', text: sentenceOf(error) }),
    })
  return (
    <Button size="small" icon={Download} iconOnly isPending={download.isPending} onClick={begin}>
      {texts.download(nameIn(path))}
    </Button>
  )
}

/** The words of the provider about this file where there are some, also when it is only busy. */
function sentenceOf(error: unknown): string {
  if (error instanceof ApiError && error.status !== 500) return error.message
  const { title, help } = describeError(error)
  return `${title}: ${help}`
}

/** At the origin of this page, which the platform may have by another name. */
function save(address: string): void {
  const { pathname, search } = new URL(address)
  const link = document.createElement('a')
  link.href = pathname + search
  // Its name is what the answer says.
  link.download = ''
  link.click()
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
