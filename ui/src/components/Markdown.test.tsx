import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Markdown } from './Markdown'

test('raw HTML, pictures and links of a skill do nothing', () => {
  const { container } = render(
    <Markdown
      text={
        '# T\n\n<script>alert(1)</script><b onclick="x()">hi</b>\n\n![pic](http://evil.example/a.png) [go](http://evil.example)'
      }
    />,
  )
  expect(container.querySelector('script, img, a, [onclick]')).toBeNull()
  expect(screen.getByText('go')).toBeVisible()
  expect(screen.getByText('http://evil.example/a.png')).toBeVisible()
  expect(screen.getByText('http://evil.example')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'T', level: 3 })).toBeVisible()
})

test('a footnote leads to its place on the page, which is no address', () => {
  const { container } = render(<Markdown text={'Brew it.[^1]\n\n[^1]: With water.'} />)
  expect(screen.getByText(/With water/)).toBeVisible()
  expect(container.querySelector('code')).toBeNull()
})

test('what words point at is told once, whatever it is', () => {
  render(
    <Markdown
      text={
        'https://plain.example <https://angled.example> [here](javascript:alert(1) "and then delete it") ![](data:text/plain,x)'
      }
    />,
  )
  expect(screen.getAllByText('https://plain.example')).toHaveLength(1)
  expect(screen.getAllByText('https://angled.example')).toHaveLength(1)
  expect(screen.getByText('javascript:alert(1) and then delete it')).toBeVisible()
  expect(screen.getByText('data:text/plain,x')).toBeVisible()
})
