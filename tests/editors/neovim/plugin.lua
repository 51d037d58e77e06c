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
-- Menus are answered with the entry that has the text of vim.g.wanted.
vim.ui.select = function(items, options, chosen)
  for at, item in ipairs(items) do
    if options.format_item(item):find(vim.g.wanted or '', 1, true) then return chosen(item, at) end
  end
  chosen(nil, nil)
end
