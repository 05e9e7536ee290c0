"""The field picker: fields are picked by clicking on a page, as in Figure 3 of the eShopmonitor paper."""
