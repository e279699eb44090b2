"""What the house prints: tickets, vouchers, payment forms and the signs of its tables.

What stands on a piece of paper is said once, as a `Sheet` of lines; screen, PDF, receipt printer
and terminal only draw it.
"""
