/** An electronic invoice in CII (UN/CEFACT). */
export const uncefact = "urn:un:unece:uncefact:data:standard";
export const cii = (
  guideline: string,
  taxes = '<b:TaxTotalAmount currencyID="EUR">19.00</b:TaxTotalAmount>',
) =>
  `<a:CrossIndustryInvoice xmlns:a="${uncefact}:CrossIndustryInvoice:100" xmlns:b="urn:b"><a:ExchangedDocumentContext><b:GuidelineSpecifiedDocumentContextParameter><b:ID>${guideline}</b:ID></b:GuidelineSpecifiedDocumentContextParameter></a:ExchangedDocumentContext><a:ExchangedDocument><b:ID>R-1</b:ID><b:IssueDateTime><b:DateTimeString format="102">20260131</b:DateTimeString></b:IssueDateTime></a:ExchangedDocument><a:SupplyChainTradeTransaction><b:ApplicableHeaderTradeAgreement><b:SellerTradeParty><b:Name>A &amp; B</b:Name></b:SellerTradeParty><b:BuyerTradeParty><b:Name>C</b:Name></b:BuyerTradeParty></b:ApplicableHeaderTradeAgreement><b:ApplicableHeaderTradeSettlement><b:InvoiceCurrencyCode>EUR</b:InvoiceCurrencyCode><b:SpecifiedTradeSettlementHeaderMonetarySummation><b:TaxBasisTotalAmount>100.00</b:TaxBasisTotalAmount>${taxes}<b:GrandTotalAmount>119.00</b:GrandTotalAmount></b:SpecifiedTradeSettlementHeaderMonetarySummation></b:ApplicableHeaderTradeSettlement></a:SupplyChainTradeTransaction></a:CrossIndustryInvoice>`;
