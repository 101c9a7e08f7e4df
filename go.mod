module github.com/causeway-memory/causeway

go 1.26
