import { useRef } from 'react'
import { Button, type ButtonLook } from '#console/components/controls/button.tsx'

interface FileButtonProps extends Omit<ButtonLook, 'children'> {
  /** What is chosen, for screen readers. */
  label: string
  /** The text of the button. */
  children: string
  /** Kinds of files, as the browser names them. */
  accept?: string | undefined
  isMultiple?: boolean | undefined
  /** A folder with everything in it, instead of files. */
  isFolder?: boolean | undefined
  isPending?: boolean | undefined
  onChoose(files: readonly File[]): void
}

/** Chooses files by a button of ours; the input of the browser looks different in each. Choosing the same file again counts. */
export function FileButton(props: FileButtonProps) {
  const { label, children, accept, isMultiple, isFolder, isPending, onChoose, ...look } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={(element) => {
          input.current = element
          // An attribute that React does not know.
          if (element && isFolder) element.webkitdirectory = true
        }}
        type="file"
        hidden
        accept={accept}
        multiple={isMultiple || isFolder}
        aria-label={label}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])]
          event.target.value = ''
          if (chosen.length > 0) onChoose(chosen)
        }}
      />
      <Button {...look} title={label} isPending={isPending} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}
