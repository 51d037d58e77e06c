-- A catalog to read: folds by resource, keys that lead to where things come from.
if vim.b.did_ftplugin then return end
vim.b.did_ftplugin = 1

vim.wo[0][0].foldmethod = 'expr'
vim.wo[0][0].foldexpr = "getline(v:lnum) =~# '^\\S' && getline(v:lnum) !~# '^#' ? '>1' : getline(v:lnum) =~# '^#' ? 0 : 1"
vim.wo[0][0].foldlevel = 99
vim.wo[0][0].wrap = false
vim.wo[0][0].linebreak = true
vim.bo.commentstring = '# %s'

local function map(keys, run, what)
  vim.keymap.set('n', keys, run, { buffer = true, nowait = true, desc = what })
end
local function jump() require('puppetlens.preview').jump() end
map('<CR>', jump, 'Go to where this comes from')
map('gd', jump, 'Go to where this comes from')
map('K', '<Cmd>PuppetExplain<CR>', 'Why is this so')
map('q', '<Cmd>close<CR>', 'Close')
map(']]', function() vim.fn.search('^[^# \\t]', 'W') end, 'Next resource')
map('[[', function() vim.fn.search('^[^# \\t]', 'bW') end, 'Previous resource')
