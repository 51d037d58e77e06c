-- What Neovim needs to start the server, in the form of nvim-lspconfig; Neovim 0.11 and newer read it by themselves
-- (`:help lsp-config`), for 0.10 `plugin/puppetlens.lua` does. `vim.lsp.config('puppetlens', {...})` changes it.
local client = require('puppetlens.client')

---@type vim.lsp.Config
return {
  cmd = { 'puppetlens', 'serve' },
  filetypes = { 'puppet', 'epp', 'yaml', 'json' },
  root_dir = client.root_dir,
  settings = { puppetlens = {} },
  capabilities = {
    -- code lenses open the places that they count
    experimental = { commands = { commands = { 'puppetlens.showReferences' } } },
    -- Findings are sent: told that there are others (a class that another file has now), 0.12 does not ask for those of open buffers.
    workspace = { diagnostics = { refreshSupport = false } },
  },
  commands = { ['puppetlens.showReferences'] = client.show_references },
  handlers = {
    ['puppetlens/previewsChanged'] = function(...) return require('puppetlens.preview').changed(...) end,
    ['puppetlens/activeNode'] = function(...) return require('puppetlens.node').changed(...) end,
  },
}
