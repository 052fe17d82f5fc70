import { Icon } from '@cytocomm/kit';
import { company } from '../content/company.ts';
import { contact } from '../content/contact.ts';
import classes from './ContactDetails.module.css';

/** Where the company is, and how else to reach it. */
export function ContactDetails() {
  const { details } = contact;
  return (
    <dl className={classes.details}>
      <div className={classes.row}>
        <dt>
          <Icon name="pin" size="small" />
          {details.headquarters}
        </dt>
        <dd>{company.city}</dd>
      </div>
      <div className={classes.row}>
        <dt>
          <Icon name="mail" size="small" />
          {details.email}
        </dt>
        <dd>
          <a href={`mailto:${company.email}`}>{company.email}</a>
        </dd>
      </div>
      <div className={classes.row}>
        <dt>
          <Icon name="phone" size="small" />
          {details.phone}
        </dt>
        <dd className="tabular">
          <a href={company.phone.href}>{company.phone.label}</a>
        </dd>
      </div>
      <div className={classes.row}>
        <dt>
          <Icon name="professional-network" size="small" />
          {details.social}
        </dt>
        <dd>
          <a href={company.social.href} target="_blank" rel="noopener noreferrer">
            {company.social.label}
          </a>
        </dd>
      </div>
    </dl>
  );
}
