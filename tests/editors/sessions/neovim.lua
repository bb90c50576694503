-- What a user does in Neovim, through its own client: diagnostics, hover, inlay hints, lenses, actions, type hierarchy.
local result = {}

local function wait(what, ready)
  local found
  if not vim.wait(120000, function() found = ready() return found end, 50) then error("nothing came: " .. what) end
  return found
end

local function session()
  local function client()
    return vim.lsp.get_clients({ name = "farandole", bufnr = 0 })[1]
  end
  wait("the server", client)
  wait("diagnostics", function() return #vim.diagnostic.get(0) > 3 end)
  result.codes = vim.tbl_map(function(each) return each.code end, vim.diagnostic.get(0))

  vim.api.nvim_win_set_cursor(0, { 5, 1 })
  vim.lsp.buf.hover()
  result.hover = wait("a hover", function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= "" then
        return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), "\n")
      end
    end
  end)

  vim.lsp.inlay_hint.enable(true)
  result.hints = wait("inlay hints", function()
    local found = vim.lsp.inlay_hint.get({ bufnr = 0 })
    return #found > 0 and vim.tbl_map(function(each) return each.inlay_hint.label end, found)
  end)

  if vim.lsp.codelens.enable then vim.lsp.codelens.enable(true) else vim.lsp.codelens.refresh({ bufnr = 0 }) end
  result.lenses = wait("lenses", function()
    local found = {}
    for _, each in ipairs(vim.lsp.codelens.get(vim.lsp.codelens.enable and { bufnr = 0 } or 0)) do
      local lens = each.lens or each
      found[#found + 1] = lens.command.title
    end
    return #found > 0 and found
  end)

  vim.ui.select = function(items, options, choose)
    for index, each in ipairs(items) do
      if options.format_item(each):find("Preview") then return choose(each, index) end
    end
    error("no Preview among the lenses")
  end
  local script = vim.api.nvim_get_current_win()
  vim.api.nvim_win_set_cursor(script, { 7, 0 })
  vim.lsp.codelens.run()
  result.preview = wait("the preview", function()
    for _, each in ipairs(vim.api.nvim_list_bufs()) do
      if vim.api.nvim_buf_get_name(each):find("%.diff$") then
        return table.concat(vim.api.nvim_buf_get_lines(each, 0, -1, false), "\n")
      end
    end
  end)
  vim.api.nvim_set_current_win(script)
  vim.cmd("silent buffer train.py")

  local function at(code)
    for _, each in ipairs(vim.diagnostic.get(0)) do
      if each.code == code then return each end
    end
  end
  local first = at("HVD101")
  vim.api.nvim_win_set_cursor(0, { first.lnum + 1, first.col })
  vim.lsp.buf.code_action({ apply = true, filter = function(each) return each.title:find("%(HVD101%)") ~= nil end })
  wait("the first step's quick-fix", function() return not at("HVD101") end)
  vim.lsp.buf.code_action({ apply = true, filter = function(each) return each.title == "Distribute with Horovod" end })
  wait("no diagnostics", function() return #vim.diagnostic.get(0) == 0 end)

  vim.cmd("silent wall")
  local id = client().id
  client():stop()
  wait("the end of the server", function() return vim.lsp.get_client_by_id(id) == nil end)
end

local succeeded, problem = xpcall(session, debug.traceback)
if not succeeded then result.failed = problem .. vim.fn.execute("messages") end
vim.fn.writefile({ vim.json.encode(result) }, "result.json")
vim.cmd("qall!")
