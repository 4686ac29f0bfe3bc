import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { changeTag, type TaggedKind, tagsQuery } from '#console/api/queries/tags.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Skeleton } from '#console/components/display/skeleton.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { tagTexts as texts } from '#console/texts/en/tags.ts'
import { TagList } from './tag-list.tsx'

/** As long as the server takes. */
const maxLength = 64

interface TagEditorProps {
  kind: TaggedKind
  address: OwnedId
  mayChange: boolean
}

/** Tags of an application or add-on; changes show at once and are taken back when they are refused. */
export function TagEditor({ kind, address, mayChange }: TagEditorProps) {
  const queryClient = useQueryClient()
  const query = useQuery(tagsQuery(kind, address))
  const { queryKey } = tagsQuery(kind, address)
  const change = useMutation({
    mutationFn: (wanted: { tag: string; isOn: boolean }) => changeTag(kind, address, wanted),
    onMutate: async ({ tag, isOn }) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      const others = (before ?? []).filter((each) => each !== tag)
      queryClient.setQueryData(queryKey, isOn ? [...others, tag] : others)
      return { before }
    },
    onSuccess: async (tags) => {
      queryClient.setQueryData(queryKey, tags)
      await queryClient.invalidateQueries({
        queryKey: queryKeys.ofOwner(address.ownerId, 'overview'),
      })
    },
    onError: (_error, _wanted, context) => queryClient.setQueryData(queryKey, context?.before),
  })
  if (!query.data)
    return query.isError ? <ErrorLine error={query.error} /> : <Skeleton width="8rem" />
  const remove = (tag: string) =>
    mayChange && (
      <Button
        className="tag-remove"
        kind="quiet"
        size="small"
        icon={X}
        iconOnly
        onClick={() => change.mutate({ tag, isOn: false })}
      >
        {texts.remove(tag)}
      </Button>
    )
  return (
    <div className="tag-editor">
      <TagList label={texts.tags} tags={query.data} render={remove}>
        {query.data.length === 0 && !mayChange && <span className="muted">{texts.none}</span>}
      </TagList>
      {mayChange && <NewTag onAdd={(tag) => change.mutateAsync({ tag, isOn: true })} />}
      {change.isError && <ErrorLine error={change.error} />}
    </div>
  )
}

function NewTag({ onAdd }: { onAdd(tag: string): Promise<unknown> }) {
  const draft = useDraft({ tag: '' })
  const { tag } = draft.values
  const form = useRef<HTMLFormElement>(null)
  return (
    <form
      ref={form}
      className="new-tag"
      aria-label={texts.add}
      onSubmit={(event) => {
        event.preventDefault()
        if (tag.trim() === '') return
        // The tag shows at once; if it is refused, it is back in the field.
        draft.discard()
        onAdd(tag.trim()).catch(() => draft.set({ tag }))
        form.current?.querySelector('input')?.focus()
      }}
    >
      <TextField
        label={texts.newTag}
        isLabelHidden
        placeholder={texts.newTag}
        value={tag}
        maxLength={maxLength}
        spellCheck={false}
        onChange={(typed) => draft.set({ tag: typed })}
      />
      <Button type="submit" icon={Plus} iconOnly disabled={tag.trim() === ''}>
        {texts.add}
      </Button>
    </form>
  )
}
