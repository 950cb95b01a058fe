import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

interface QuestionProps {
  title: string
  effect: string
  verb: string
  isOpen: boolean
  isBusy: boolean
  error: string | null
  onClose: () => void
  onConfirm: () => void
}

/** Says what will happen before it happens; a refusal stays in view. */
export function Question({ title, effect, verb, isOpen, isBusy, error, onClose, onConfirm }: QuestionProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onOpen={(open) => !open && onClose()}>
      <div className="grid gap-4">
        <p className="max-w-prose text-ink-2">{effect}</p>
        {error !== null && (
          <p role="alert" className="max-w-prose rounded-control bg-bad-weak px-3 py-2 wrap-anywhere text-bad">
            {error}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>Keep it</Button>
          <Button intent="danger" isBusy={isBusy} onPress={onConfirm}>
            {verb}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
