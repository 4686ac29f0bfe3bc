Hello from <%= request.getContextPath() %>
