-- A Neovim that is drawn for the pages, as `--clean` has it but for a border around what floats: of $WIDTH columns and $HEIGHT lines,
-- $BACKGROUND is light or dark.
vim.o.columns, vim.o.lines, vim.o.background = tonumber(vim.env.WIDTH), tonumber(vim.env.HEIGHT), vim.env.BACKGROUND
vim.o.termguicolors, vim.o.hidden, vim.o.wrap, vim.o.ruler, vim.o.showcmd = true, true, false, false, false
vim.o.winborder = 'single'
vim.opt.fillchars:append('eob: ')
vim.o.shortmess = vim.o.shortmess .. 'FWIs'
vim.cmd('filetype plugin indent on | syntax on')
-- Pictures that are made again are the same.
os.date = function() return '09:41:00' end
-- The colours of a terminal.
local colours = {
  light = { '24292f', 'cf222e', '116329', '9a6700', '0550ae', '8250df', '1b7c83', '6e7781', '24292f', 'ffffff' },
  dark = { '484f58', 'ff7b72', '3fb950', 'd29922', '79c0ff', 'bc8cff', '39c5cf', 'b1bac4', 'e6edf3', '0d1117' },
}
local own = vim.tbl_map(function(colour) return '#' .. colour end, colours[vim.o.background])
for number = 0, 7 do
  vim.g['terminal_color_' .. number], vim.g['terminal_color_' .. number + 8] = own[number + 1], own[number + 1]
end
-- A command of the shell, below its prompt, on all of the screen.
function Shell(prompt, command)
  vim.o.laststatus, vim.o.cmdheight = 0, 0
  vim.api.nvim_set_hl(0, 'Normal', { fg = own[9], bg = own[10] })
  vim.cmd('enew')
  vim.fn.jobstart({ 'sh', '-c', ([[printf '%%s\n' "$0"; %s]]):format(command), prompt }, { term = true })
end
