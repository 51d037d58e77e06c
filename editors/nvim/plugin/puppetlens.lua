-- Starts the server for Puppet's files, and adds the commands (`:help puppetlens`).
if vim.g.loaded_puppetlens then return end
vim.g.loaded_puppetlens = true
if vim.fn.has('nvim-0.10') == 0 then
  local told = 'puppetlens: this plug-in needs Neovim 0.10 or newer (:checkhealth puppetlens)'
  return vim.cmd(("autocmd FileType puppet,epp ++once echohl WarningMsg | echomsg '%s' | echohl None"):format(told))
end

local function on_filetype(filetypes, run)
  local group = vim.api.nvim_create_augroup('puppetlens', { clear = false })
  vim.api.nvim_create_autocmd('FileType', { pattern = filetypes, group = group, callback = run })
end

-- For 0.10, what `vim.lsp.enable` does.
local function start(event)
  local client = require('puppetlens.client')
  client.root_dir(event.buf, function(root)
    local config = client.config()
    local own = vim.lsp.protocol.make_client_capabilities()
    config.name, config.root_dir = 'puppetlens', root
    config.capabilities = vim.tbl_deep_extend('force', own, config.capabilities)
    vim.lsp.start(config, { bufnr = event.buf })
  end)
end

-- Puppet's own plug-in for Vim has `K` run `puppet describe`: the server tells more, by the mapping that Neovim makes for it.
on_filetype({ 'puppet', 'epp' }, function(event)
  if vim.startswith(vim.bo[event.buf].keywordprg, 'puppet describe') then vim.bo[event.buf].keywordprg = '' end
end)

if vim.g.puppetlens_start ~= false then
  on_filetype({ 'puppet', 'epp' }, function()
    local client = require('puppetlens.client')
    client.installed(client.config().cmd)
  end)
  if vim.lsp.enable then
    vim.lsp.enable('puppetlens')
  else
    on_filetype({ 'puppet', 'epp', 'yaml', 'json' }, start)
  end
end

local function command(name, run, options)
  vim.api.nvim_create_user_command(name, function(given) require('puppetlens.commands')[run](given) end, options)
end
local function nodes(begin) return require('puppetlens.client').complete_node(begin) end

command('PuppetPreview', 'preview', { nargs = '?', complete = nodes, desc = 'The catalog of a node' })
command('PuppetPreviewClass', 'preview_class', { nargs = '?', complete = nodes, desc = 'What the class here declares' })
command('PuppetNode', 'node', { nargs = '?', bang = true, complete = nodes, desc = 'Whose values are meant' })
command('PuppetDiff', 'diff', { nargs = '?', bang = true, desc = 'What the buffers change on a node' })
command('PuppetExplain', 'explain', { nargs = '?', desc = 'Why a resource is as it is' })
