-- What a person with the plug-in has in init.lua, with the server of the tests ($SERVER, a JSON list).
local command = vim.fn.json_decode(vim.env.SERVER)
vim.o.hidden = true
vim.o.columns, vim.o.lines = 160, 40
if vim.lsp.config then
  vim.lsp.config('puppetlens', { cmd = command })
else
  vim.g.puppetlens = { cmd = command }
end
vim.cmd('filetype plugin indent on | syntax on')
