import { Film } from 'lucide-react'
import { IconButton } from '#ui/components/Button'
import { say } from '#ui/lib/say'

/** Leads to the moment of the demonstration in which something was understood. */
export function MomentButton({ of, onShow }: { of: string; onShow: (() => void) | undefined }) {
  return (
    onShow && (
      <IconButton label={say('Show the moment of “{of}”', { of })} onClick={onShow}>
        <Film size={14} aria-hidden />
      </IconButton>
    )
  )
}
