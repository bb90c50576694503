-- A script that can't be converted: the reason in the list of actions, and the hierarchy of its model's class.
local result = { items = {}, notices = {} }

local function wait(what, ready)
  if not vim.wait(120000, ready, 50) then error("nothing came: " .. what) end
end

local function session()
  vim.notify = function(message) table.insert(result.notices, message) end
  vim.ui.select = function(items, options, choose)
    for _, each in ipairs(items) do table.insert(result.items, options.format_item(each)) end
    choose(items[1], 1)
  end
  wait("diagnostics", function() return #vim.diagnostic.get(0) > 0 end)

  vim.lsp.buf.code_action()
  wait("a notice", function() return #result.notices > 0 end)

  vim.fn.search("Net(Base)", "w")
  vim.lsp.buf.typehierarchy("supertypes")
  wait("the hierarchy", function() return #vim.fn.getqflist() > 0 end)
  result.supertypes = vim.tbl_map(function(each) return each.text end, vim.fn.getqflist())
end

local succeeded, problem = xpcall(session, debug.traceback)
if not succeeded then result.failed = problem .. vim.fn.execute("messages") end
vim.fn.writefile({ vim.json.encode(result) }, "result.json")
vim.cmd("qall!")
